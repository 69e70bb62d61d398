// Billing periods by the calendar, in UTC. Every end is computed from the first day of the subscription, so that one
// that began on the 31st ends on 28 February and is back on the 31st in March.

export type Interval = 'monthly' | 'yearly';

/** The moment `count` intervals after the anchor; a day that the month lacks becomes its last day. */
export function addInterval(anchor: Date, interval: Interval, count: number): Date {
  if (!Number.isInteger(count)) throw new RangeError('count is a whole number of intervals');
  const months = anchor.getUTCMonth() + (interval === 'yearly' ? 12 : 1) * count;
  const result = new Date(anchor.getTime());
  // Day 1 first: setting the month alone would roll 31 January over into March.
  result.setUTCFullYear(anchor.getUTCFullYear(), months, 1);
  const lastDay = new Date(result.getTime());
  lastDay.setUTCMonth(lastDay.getUTCMonth() + 1, 0);
  result.setUTCDate(Math.min(anchor.getUTCDate(), lastDay.getUTCDate()));
  return result;
}
