// Filters on a mail: their order, their scope, and the bound on their work.

import { describe, expect, test } from 'vitest';
import type { DomainId, FilterId } from '../../lib/ids.ts';
import { type RunnableFilter, runFilters } from './run.ts';

const MAIL = { from: 'no-reply@bank.example', subject: 'Sign in', text: 'Your code is 123456 or 654321.' };

let count = 0;
const filter = (part: Partial<RunnableFilter>): RunnableFilter => ({
  id: `flt_${++count}` as FilterId,
  scopeType: 'all',
  domainId: null,
  fromPattern: null,
  subjectPattern: null,
  extractRegex: '\\d{6}',
  ...part,
});

test('the first that finds a code wins', async () => {
  const filters = [
    filter({ fromPattern: 'shop' }),
    filter({ extractRegex: '\\d{9}' }),
    filter({ extractRegex: 'or (\\d+)' }),
    filter({}),
  ];
  expect(await runFilters(filters, null, MAIL)).toEqual({ code: '654321', filterId: filters[2]?.id });
});

test('a filter of a domain sees mail to that domain only', async () => {
  const mine = 'dom_1' as DomainId;
  const filters = [filter({ scopeType: 'domain', domainId: mine })];
  expect(await runFilters(filters, null, MAIL)).toBeNull();
  expect(await runFilters(filters, 'dom_2' as DomainId, MAIL)).toBeNull();
  expect(await runFilters(filters, mine, MAIL)).toMatchObject({ code: '123456' });
});

describe('hostile filters and mail', () => {
  // Each has to be tried at every character, and finds nothing.
  const CATASTROPHIC = ['(a|aa)+b', '(.*)(.*)(.*)(.*)x$', '(?:a?){100}a{100}b', '(\\w+\\w+)+c!?x'];
  const mail = { from: 'a@b.example', subject: 'a', text: `bcx${'a'.repeat(1_000_000)}` };

  test.each(CATASTROPHIC)('%s over 1 MB ends in linear time', async (extractRegex) => {
    const started = performance.now();
    expect(await runFilters([filter({ extractRegex })], null, mail)).toBeNull();
    expect(performance.now() - started).toBeLessThan(2_000);
  });

  test('a thousand of them end before the last is reached, and the event loop gets its turns meanwhile', async () => {
    const filters = Array.from({ length: 1_000 }, (_, i) =>
      filter({ extractRegex: CATASTROPHIC[i % CATASTROPHIC.length] ?? '' }),
    );
    let turns = 0;
    let running = true;
    const count = () => {
      turns++;
      if (running) setImmediate(count);
    };
    setImmediate(count);
    const started = performance.now();
    // The last one would find a code.
    expect(await runFilters([...filters, filter({ extractRegex: 'bcx' })], null, mail)).toBeNull();
    running = false;
    expect(performance.now() - started).toBeLessThan(4_000);
    expect(turns).toBeGreaterThanOrEqual(2);
  });
});
