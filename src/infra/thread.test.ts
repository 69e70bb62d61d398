// Threads when all goes well and when it does not: every job is answered.

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createThread, type Thread } from './thread.ts';

const IN_THREAD = new URL('./in-thread.ts', import.meta.url).href;
let directory: string;
const threads: Thread<never, unknown>[] = [];
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'mayfly-thread-'));
});
afterEach(() => Promise.all(threads.splice(0).map((thread) => thread.close())));
afterAll(() => rm(directory, { recursive: true, force: true }));

const troubles: string[] = [];
afterEach(() => {
  troubles.length = 0;
});

async function threadOf<Job, Answer>(code: string, timeLimitMs = 10_000): Promise<Thread<Job, Answer>> {
  const program = join(directory, `${threads.length}-${Math.random().toString(36).slice(2)}.mjs`);
  await writeFile(program, `import { answerJobs } from ${JSON.stringify(IN_THREAD)};\n${code}`);
  const thread = createThread<Job, Answer>({
    program: pathToFileURL(program),
    timeLimitMs,
    onTrouble: (error, source) => troubles.push(`${source}: ${error.message}`),
  });
  threads.push(thread as Thread<never, unknown>);
  return thread;
}

test('jobs are answered each with its own answer, whatever their order', async () => {
  const thread = await threadOf<number, number>(
    'answerJobs((n) => new Promise((resolve) => setTimeout(resolve, 50 - n, n * 2)));',
  );
  expect(await Promise.all([1, 20, 40].map((n) => thread.ask(n)))).toEqual([2, 40, 80]);
  expect(thread.underWay).toBe(0);
});

test('work that throws is answered with null, and the thread goes on', async () => {
  const thread = await threadOf<string, string>(
    'answerJobs((x) => { if (x === "bad") throw new Error(x); return x; });',
  );
  expect(await Promise.all(['bad', 'good'].map((x) => thread.ask(x)))).toEqual([null, 'good']);
  expect(troubles).toEqual(['job: bad']);
});

test('a job that takes too long ends the thread, and the next one gets a new thread', async () => {
  const thread = await threadOf<string, string>('answerJobs((x) => { while (x === "for ever"); return x; });');
  expect(await thread.ask('warm')).toBe('warm');
  expect(await Promise.all([thread.ask('for ever', [], 300), thread.ask('behind it')])).toEqual([null, null]);
  expect(troubles).toEqual(['thread: the thread took longer than 300 ms']);
  expect(await thread.ask('after it')).toBe('after it');
});

test('a thread that breaks while it loads is not started again at once', async () => {
  const thread = await threadOf<string, string>('throw new Error("broken");');
  expect(await thread.ask('first')).toBeNull();
  expect(troubles).toEqual(['thread: broken']);
  const began = performance.now();
  expect(await thread.ask('second')).toBeNull();
  expect(performance.now() - began).toBeLessThan(20);
});

test('a job whose time is up while the thread loads does not keep the next one from a new thread', async () => {
  const thread = await threadOf<string, string>(
    'await new Promise((resolve) => setTimeout(resolve, 500)); answerJobs((x) => x);',
  );
  expect(await thread.ask('in a hurry', [], 100)).toBeNull();
  expect(await thread.ask('patient')).toBe('patient');
});

test('where no thread can be started, jobs are answered with null', async () => {
  const thread = createThread<string, string>({ program: new URL('https://nowhere.example/'), timeLimitMs: 1_000 });
  expect([await thread.ask('x'), thread.runs()]).toEqual([null, false]);
});

test('it is ready once it has loaded', async () => {
  const thread = await threadOf<string, string>('answerJobs((x) => x);');
  expect(thread.isReady()).toBe(false);
  while (!thread.isReady()) await new Promise((resolve) => setTimeout(resolve, 5));
  expect(await thread.ask('x')).toBe('x');
});

test('closed, it answers nobody and leaves nobody waiting', async () => {
  const thread = await threadOf<string, string>('answerJobs(() => new Promise(() => {}));');
  const waiting = thread.ask('x');
  await thread.close();
  expect([await waiting, await thread.ask('y')]).toEqual([null, null]);
});
