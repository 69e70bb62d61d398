// Periods by the calendar: ends of months, leap years, and no drift.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addInterval, type Interval } from './period.ts';

describe('addInterval', () => {
  test.each<[string, Interval, number, string]>([
    ['2026-01-15T10:20:30.400Z', 'monthly', 1, '2026-02-15T10:20:30.400Z'],
    ['2026-01-31T00:00:00.000Z', 'monthly', 1, '2026-02-28T00:00:00.000Z'],
    ['2028-01-31T00:00:00.000Z', 'monthly', 1, '2028-02-29T00:00:00.000Z'],
    ['2026-01-31T00:00:00.000Z', 'monthly', 2, '2026-03-31T00:00:00.000Z'],
    ['2026-01-31T23:59:59.999Z', 'monthly', 3, '2026-04-30T23:59:59.999Z'],
    ['2026-12-31T12:00:00.000Z', 'monthly', 2, '2027-02-28T12:00:00.000Z'],
    ['2026-11-30T12:00:00.000Z', 'monthly', 14, '2028-01-30T12:00:00.000Z'],
    ['2028-02-29T08:00:00.000Z', 'yearly', 1, '2029-02-28T08:00:00.000Z'],
    ['2028-02-29T08:00:00.000Z', 'yearly', 4, '2032-02-29T08:00:00.000Z'],
    ['2026-05-17T08:00:00.000Z', 'yearly', 1, '2027-05-17T08:00:00.000Z'],
    ['2026-05-17T08:00:00.000Z', 'monthly', 0, '2026-05-17T08:00:00.000Z'],
    ['2096-02-29T08:00:00.000Z', 'yearly', 4, '2100-02-28T08:00:00.000Z'],
  ])('%s %s × %i is %s', (anchor, interval, count, expected) => {
    expect(addInterval(new Date(anchor), interval, count).toISOString()).toBe(expected);
  });

  test('the anchor is left as it was', () => {
    const anchor = new Date('2026-01-31T00:00:00Z');
    addInterval(anchor, 'monthly', 1);
    expect(anchor.toISOString()).toBe('2026-01-31T00:00:00.000Z');
  });

  test('a yearly period is twelve monthly ones, and each period ends after the one before', () => {
    const anchors = fc.date({ min: new Date('2000-01-01'), max: new Date('2090-12-31'), noInvalidDate: true });
    fc.assert(
      fc.property(anchors, fc.nat(120), (anchor, count) => {
        const end = addInterval(anchor, 'monthly', count).getTime();
        expect(addInterval(anchor, 'monthly', count + 1).getTime()).toBeGreaterThan(end);
        expect(addInterval(anchor, 'yearly', count)).toEqual(addInterval(anchor, 'monthly', 12 * count));
      }),
    );
  });

  test('half an interval is refused', () => {
    expect(() => addInterval(new Date(), 'monthly', 0.5)).toThrow(RangeError);
  });
});
