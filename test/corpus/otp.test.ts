import { describe, expect, test } from 'vitest';
import { judgeAll, type Outcome } from './corpus.ts';

const outcomes = judgeAll();
const silent = outcomes.filter((outcome) => outcome.mail.expect.code === null);

function report(wrong: Outcome[], got: (outcome: Outcome) => string | null, wanted: (outcome: Outcome) => string | null | undefined): string {
  return wrong.map((outcome) => `${outcome.mail.id}: got ${got(outcome)}, wanted ${wanted(outcome)}`).join('\n');
}

describe('the labelled mails', () => {
  test('are at least 300, a third of them without a code', () => {
    expect(outcomes.length).toBeGreaterThanOrEqual(300);
    expect(silent.length * 3).toBeGreaterThanOrEqual(outcomes.length);
  });

  test('give the exact code in at least 99 of 100', () => {
    const wrong = outcomes.filter((outcome) => !outcome.codeRight);
    const share = 1 - wrong.length / outcomes.length;
    expect(share, report(wrong, (o) => o.finding.code, (o) => o.mail.expect.code)).toBeGreaterThanOrEqual(0.99);
  });

  test('raise a false alarm in at most 1 of 100 mails without a code', () => {
    const alarms = silent.filter((outcome) => outcome.falseAlarm);
    expect(alarms.length / silent.length, report(alarms, (o) => o.finding.code, () => null)).toBeLessThanOrEqual(0.01);
  });

  test('give the right link, or none, in at least 99 of 100', () => {
    const wrong = outcomes.filter((outcome) => !outcome.linkRight);
    const share = 1 - wrong.length / outcomes.length;
    expect(share, report(wrong, (o) => o.finding.link, (o) => o.mail.expect.link)).toBeGreaterThanOrEqual(0.99);
  });
});
