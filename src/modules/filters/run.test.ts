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
  const CATASTROPHIC = [
    '(a+)+$',
    '(a|aa)+b',
    '(a*)*c',
    '(.*)(.*)(.*)(.*)x$',
    '((a?){20}){10}b',
    '(x+x+)+y',
    '[a-z]*[a-z]*[a-z]*0',
  ];
  const text = 'a'.repeat(1_000_000);

  test.each(CATASTROPHIC)('%s over 1 MB ends in linear time', async (extractRegex) => {
    const started = performance.now();
    await runFilters([filter({ extractRegex })], null, { from: 'a@b.example', subject: 'a', text });
    expect(performance.now() - started).toBeLessThan(300);
  });

  test('a thousand of them share a bounded time, and the event loop gets its turns', async () => {
    const filters = Array.from({ length: 1_000 }, (_, i) =>
      filter({ extractRegex: CATASTROPHIC[i % CATASTROPHIC.length] ?? '', fromPattern: '*a*a*a*a*b.example' }),
    );
    let longest = 0;
    let last = performance.now();
    let running = true;
    const watch = () => {
      const now = performance.now();
      longest = Math.max(longest, now - last);
      last = now;
      if (running) setImmediate(watch);
    };
    setImmediate(watch);
    const started = performance.now();
    await runFilters(filters, null, { from: 'aaaa@b.example', subject: 'a', text });
    running = false;
    expect(performance.now() - started).toBeLessThan(1_000);
    expect(longest).toBeLessThan(150);
  });
});
