// The console without a database: how calls are read, and what a wrong one gets.

import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { CommandError, command, UsageError } from './command.ts';
import { COMMANDS } from './commands.ts';
import { findCommand, runCommand } from './run.ts';
import { table } from './table.ts';
import { moment, wholeNumber, yesNo } from './values.ts';

let out: string;
let err: string;
beforeEach(() => {
  out = '';
  err = '';
  vi.spyOn(console, 'log').mockImplementation((line) => {
    out += `${line}\n`;
  });
  vi.spyOn(console, 'error').mockImplementation((line) => {
    err += `${line}\n`;
  });
});
afterEach(() => vi.restoreAllMocks());

describe('every command', () => {
  test.each(COMMANDS.map((one) => [one.name, one] as const))(
    '%s: a wrong call prints its usage, and --help too',
    async (name) => {
      expect(await runCommand(COMMANDS, [...name.split(' '), '--no-such-option'])).toBe(1);
      expect(err).toContain(`Usage: mayfly ${name}`);
      expect(await runCommand(COMMANDS, [...name.split(' '), '--help'])).toBe(0);
      expect(out).toContain(`Usage: mayfly ${name}`);
    },
  );

  test('of the contract is there', () => {
    const names = COMMANDS.map(({ name }) => name);
    const puts = (what: string) => ['put', 'list', 'remove'].map((verb) => `content ${what} ${verb}`);
    expect(names).toEqual(
      expect.arrayContaining([
        ...['serve', 'migrate', 'doctor', 'backup', 'restore', 'inbound', 'help'],
        ...['users add', 'users list', 'users disable', 'users enable', 'points grant', 'points show'],
        ...['domains add', 'domains list', 'domains retire', 'plans list', 'plans set'],
        ...['providers list', 'providers set', 'sites set', 'sites list', 'bank unmatched', 'bank match'],
        ...puts('notice'),
        ...puts('page'),
        ...puts('footer'),
      ]),
    );
  });

  test('no two have one name, and each says what it does', () => {
    expect(new Set(COMMANDS.map(({ name }) => name)).size).toBe(COMMANDS.length);
    for (const { name, summary } of COMMANDS) expect([name, summary.length > 8]).toEqual([name, true]);
  });
});

describe('a call', () => {
  const echo = command({
    name: 'echo twice',
    usage: 'WORD [--loud]',
    summary: 'says a word twice',
    positionals: ['word'],
    options: { loud: { type: 'boolean' } },
    destroys: true,
    async run({ args, options, confirm }) {
      if (args.word === 'secret') await confirm('Really?');
      if (args.word === 'bad') throw new UsageError('No such word.');
      if (args.word === 'cannot') throw new CommandError('That cannot be said.');
      const said = `${args.word} ${args.word}`;
      return { json: { said }, text: options.loud ? said.toUpperCase() : said };
    },
  });
  const call = (...words: string[]) => runCommand([echo], words);

  test('gets its words and options', async () => {
    expect([await call('echo', 'twice', 'hi', '--loud'), out]).toEqual([0, 'HI HI\n']);
  });
  test('answers JSON when asked', async () => {
    expect([await call('echo', 'twice', '--json', 'hi'), JSON.parse(out)]).toEqual([0, { said: 'hi hi' }]);
  });
  test.each([
    [['echo', 'twice'], 'WORD is missing'],
    [['echo', 'twice', 'a', 'b'], '"b" is one word too many'],
    [['echo', 'twice', 'a', '--loud=yes'], 'loud'],
    [['echo', 'twice', 'bad'], 'No such word'],
  ])('%j is status 1 with the usage', async (words, text) => {
    expect(await call(...words)).toBe(1);
    expect(err).toContain(text);
    expect(err).toContain('Usage: mayfly echo twice WORD');
    expect(out).toBe('');
  });
  test('that cannot be done is status 1 and one line', async () => {
    expect([await call('echo', 'twice', 'cannot'), err]).toEqual([1, 'mayfly: That cannot be said.\n']);
  });
  test('of half a name lists the rest', async () => {
    expect(await call('echo')).toBe(1);
    expect(err).toContain('echo twice WORD');
  });
  test('of nothing known says so', async () => {
    expect(await call('nonsense')).toBe(1);
    expect(err).toContain('there is no command "nonsense"');
  });
  test('that destroys is refused without a person and without --yes', async () => {
    expect([await call('echo', 'twice', 'secret'), out]).toEqual([1, '']);
    expect(err).toContain('--yes');
    expect([await call('echo', 'twice', 'secret', '--yes'), out]).toEqual([0, 'secret secret\n']);
  });
});

describe('help', () => {
  test('names every command and every setting', async () => {
    expect(await runCommand(COMMANDS, ['help'])).toBe(0);
    for (const { name } of COMMANDS) expect(out).toContain(`  ${name}`);
    for (const setting of ['DATA_DIR', 'ALERT_CHAT_URL', 'SMTP_MAX_BYTES']) expect(out).toContain(setting);
  });
  test('of one command, and of a group', async () => {
    expect(await runCommand(COMMANDS, ['help', 'content', 'page', 'put'])).toBe(0);
    expect(out).toContain('Usage: mayfly content page put KEY');
    expect(await runCommand(COMMANDS, ['help', 'content'])).toBe(0);
    expect(out).toContain('content footer list');
    expect(await runCommand(COMMANDS, ['help', 'nonsense'])).toBe(1);
  });
});

test('every call in the guides is one that the console takes', () => {
  const docs = new URL('../../docs/', import.meta.url);
  const calls = ['operate.md', 'deploy.md'].flatMap((name) =>
    [...readFileSync(new URL(name, docs), 'utf8').matchAll(/(?:npx mayfly|bin\/mayfly\.js) ([a-z][^`\n#)]*)/g)].map(
      ([, call]) => call ?? '',
    ),
  );
  const unknown = calls.filter((call) => {
    const found = findCommand(COMMANDS, call.split(/\s+/));
    const options = [...call.matchAll(/--([a-z]+)/g)].map(([, name]) => name ?? '');
    const known = { ...found?.command.options, json: true, ...(found?.command.destroys ? { yes: true } : {}) };
    return !found || options.some((name) => !(name in known));
  });
  expect(unknown).toEqual([]);
  expect(calls.length).toBeGreaterThan(30);
});

describe('a table', () => {
  test('is aligned, numbers to the right, wide characters counted as two', () => {
    expect(
      table([
        { name: 'a', n: 5, text: 'x' },
        { name: '日本', n: 1234, text: null },
      ]),
    ).toBe(['NAME     N  TEXT', 'a        5  x', '日本  1234  -'].join('\n'));
  });
  test('does not hand a terminal what a sender wrote for it', () => {
    expect(table([{ reply: 'a\u001b[2Jb\r\nc\u202ed' }])).toBe('REPLY\na [2Jb  c d');
  });
});

describe('values', () => {
  test('a time without a zone is UTC', () => {
    expect(moment('2026-07-01T08:00:00', '--starts').toISOString()).toBe('2026-07-01T08:00:00.000Z');
    expect(moment('2026-07-01T08:00:00+07:00', '--starts').toISOString()).toBe('2026-07-01T01:00:00.000Z');
    expect(moment('2026-07-01', '--starts').toISOString()).toBe('2026-07-01T00:00:00.000Z');
  });
  test.each(['tomorrow', '2026-13-01', '1', ''])('"%s" is no time', (text) => {
    expect(() => moment(text, '--starts')).toThrow(UsageError);
  });
  test('numbers and words outside what is taken are a wrong call', () => {
    expect(wholeNumber('7', 'N', 1)).toBe(7);
    for (const text of ['0', '1.5', '1e3', 'x']) expect(() => wholeNumber(text, 'N', 1)).toThrow(UsageError);
    expect(() => yesNo('true', '--index')).toThrow(UsageError);
  });
});
