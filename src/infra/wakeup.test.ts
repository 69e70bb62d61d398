// Addressed wake-ups in one process: who is woken, with what, and that no signal falls between two steps.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createLocalWakeup } from './wakeup.ts';

test('a signal wakes every waiter of its topic and nobody else', async () => {
  const wakeup = createLocalWakeup();
  const [one, two, other] = [wakeup.subscribe('a'), wakeup.subscribe('a'), wakeup.subscribe('b')];
  const waits = [one.wait(1_000), two.wait(1_000), other.wait(30)];
  wakeup.publish('a', 'mail');
  expect(await Promise.all(waits)).toEqual(['mail', 'mail', 'timeout']);
});

test('a signal between subscribe and wait is kept', async () => {
  const wakeup = createLocalWakeup();
  const waiter = wakeup.subscribe('a');
  wakeup.publish('a', 'mail');
  expect(await waiter.wait(1_000)).toBe('mail');
});

test('a signal between two waits is kept, and given once', async () => {
  const wakeup = createLocalWakeup();
  const waiter = wakeup.subscribe('a');
  wakeup.publish('a', 'mail');
  await waiter.wait(1_000);
  wakeup.publish('a', 'mail');
  wakeup.publish('a', 'mail');
  expect([await waiter.wait(1_000), await waiter.wait(10)]).toEqual(['mail', 'timeout']);
});

test('that a mailbox is gone is not forgotten for mail that came before or after', async () => {
  const wakeup = createLocalWakeup();
  for (const signals of [
    ['mail', 'gone'],
    ['gone', 'mail'],
  ] as const) {
    const waiter = wakeup.subscribe('a');
    for (const signal of signals) wakeup.publish('a', signal);
    expect(await waiter.wait(1_000)).toBe('gone');
    waiter.close();
  }
});

test('an abort ends the wait, also one that came before', async () => {
  const wakeup = createLocalWakeup();
  const waiter = wakeup.subscribe('a');
  const abort = new AbortController();
  const waiting = waiter.wait(1_000, abort.signal);
  abort.abort();
  expect([await waiting, await waiter.wait(1_000, abort.signal)]).toEqual(['aborted', 'aborted']);
});

test('a closed subscription is not counted and closing twice counts once', () => {
  const wakeup = createLocalWakeup();
  const [one, two] = [wakeup.subscribe('a'), wakeup.subscribe('a')];
  one.close();
  one.close();
  expect(wakeup.waiting).toBe(1);
  two.close();
  expect(wakeup.waiting).toBe(0);
});

test('a topic opens with its first waiter and closes with its last', () => {
  const wakeup = createLocalWakeup();
  const told: string[] = [];
  wakeup.onTopicOpened = (topic) => told.push(`+${topic}`);
  wakeup.onTopicClosed = (topic) => told.push(`-${topic}`);
  const [one, two] = [wakeup.subscribe('a'), wakeup.subscribe('a')];
  one.close();
  two.close();
  wakeup.subscribe('a').close();
  expect(told).toEqual(['+a', '-a', '+a', '-a']);
});

test('releaseAll ends what waits now and what would wait later', async () => {
  const wakeup = createLocalWakeup();
  const waiting = wakeup.subscribe('a').wait(1_000);
  wakeup.releaseAll();
  expect([await waiting, await wakeup.subscribe('b').wait(1_000)]).toEqual(['aborted', 'aborted']);
});

test('whatever the order of steps, a published signal reaches every open subscription', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom('publish', 'wait', 'turn'), { maxLength: 20 }), async (steps) => {
      const wakeup = createLocalWakeup();
      const waiter = wakeup.subscribe('a');
      let owed = false;
      let pending: Promise<string> | null = null;
      for (const step of steps) {
        if (step === 'publish') {
          wakeup.publish('a', 'mail');
          if (pending) {
            expect(await pending).toBe('mail');
            pending = null;
          } else owed = true;
        } else if (step === 'wait' && !pending) {
          if (owed) expect(await waiter.wait(1_000)).toBe('mail');
          else pending = waiter.wait(1_000);
          owed = false;
        } else await null;
      }
      waiter.close();
      wakeup.releaseAll();
    }),
  );
});
