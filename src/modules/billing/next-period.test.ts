// Periods follow each other without gap, and time without service is not charged.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { firstPeriod, nextPeriod } from './next-period.ts';

const at = (text: string) => new Date(text);

describe('nextPeriod', () => {
  test('begins where the last one ended and comes back to the 31st', () => {
    const january = firstPeriod(at('2026-01-31T10:00:00Z'), 'monthly');
    const february = nextPeriod(january, 'monthly', january.end);
    expect([february.start, february.end]).toEqual([at('2026-02-28T10:00:00Z'), at('2026-03-31T10:00:00Z')]);
    const march = nextPeriod(february, 'monthly', at('2026-04-02T00:00:00Z'));
    expect([march.start, march.end]).toEqual([at('2026-03-31T10:00:00Z'), at('2026-04-30T10:00:00Z')]);
  });

  test('begins now when the one in between would be over too', () => {
    const january = firstPeriod(at('2026-01-31T10:00:00Z'), 'monthly');
    const now = at('2026-06-15T12:00:00Z');
    expect(nextPeriod(january, 'monthly', now)).toEqual(firstPeriod(now, 'monthly'));
  });

  test('covers now and never overlaps the last one', () => {
    const moment = fc.date({ min: at('2020-01-01'), max: at('2080-01-01'), noInvalidDate: true });
    fc.assert(
      fc.property(moment, fc.nat(4_000), fc.constantFrom('monthly', 'yearly'), (began, lateDays, interval) => {
        const last = firstPeriod(began, interval);
        const now = new Date(last.end.getTime() + lateDays * 86_400_000);
        const next = nextPeriod(last, interval, now);
        expect(next.start >= last.end && next.start <= now && next.end > now).toBe(true);
      }),
    );
  });
});
