import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { pathToFileURL } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { hostileMails } from '../../test/support/hostile-mail.ts';
import { sanitizeMailHtml } from '../mail/sanitize-html.ts';
import { createMailReader, type MailReader, type MailReaderOptions, textOf } from './read.ts';

const context = { recipients: ['me@example.net'] };
const crlf = (text: string) => Buffer.from(text.replace(/\n/g, '\r\n'));

const readers: MailReader[] = [];
function reader(options?: MailReaderOptions): MailReader {
  const made = createMailReader(options);
  readers.push(made);
  return made;
}
afterEach(async () => {
  await Promise.all(readers.splice(0).map((made) => made.close()));
});

const large = (subject: string) =>
  crlf(
    `Subject: ${subject}\nContent-Type: multipart/mixed; boundary=b\n\n--b\n\n${subject} words\n--b\nContent-Type: application/pdf; name=a.pdf\nContent-Transfer-Encoding: base64\n\n${'QUJD'.repeat(50_000)}\n--b--\n`,
  );

describe('reading', () => {
  it('gives HTML-only mail a usable text and snippet', async () => {
    const mail = await reader().read(
      crlf('Content-Type: text/html\n\n<h1>Hello</h1><p>Your code is <b>482913</b></p>'),
      context,
    );
    expect(textOf(mail)).toMatch(/Hello\s+Your code is 482913/);
    expect(JSON.parse(mail.summary).snippet).toBe('Hello Your code is 482913');
  });

  it('gives text-only mail no HTML', async () => {
    const mail = await reader().read(crlf('\nhi'), context);
    expect(JSON.parse(mail.content)).toMatchObject({ text: 'hi', html: null });
  });

  it('finds the code of a mail', async () => {
    const mail = await reader().read(
      crlf('Subject: Your verification code\n\nYour verification code is 482913.'),
      context,
    );
    expect(mail.otp.code).toBe('482913');
  });

  it('reads a large mail on a thread as it would have here', async () => {
    const raw = large('invoice');
    const [there, here] = await Promise.all([
      reader().read(raw, context),
      reader({ inlineBytes: 1e9 }).read(raw, context),
    ]);
    expect(there.attachments[0]?.size).toBe(150_000);
    expect({
      ...there,
      attachments: there.attachments.map(({ content, ...meta }) => ({ ...meta, content: Buffer.from(content) })),
    }).toEqual({
      ...here,
      attachments: here.attachments.map(({ content, ...meta }) => ({ ...meta, content: Buffer.from(content) })),
    });
  });

  it('leaves the caller its bytes', async () => {
    const raw = large('kept');
    const before = Buffer.from(raw);
    await reader().read(raw, context);
    expect(raw.equals(before)).toBe(true);
  });

  it('sanitizes large HTML on a thread as it would have here', async () => {
    const html = `<style>.a{color:red}</style>${'<p class="a">x <img src="cid:logo"></p>'.repeat(2_000)}`;
    const cids = new Map([['logo', '/a/1']]);
    expect(await reader().sanitize(html, cids)).toEqual(sanitizeMailHtml(html, { cid: (id) => cids.get(id) ?? null }));
  });
});

describe('snippets', () => {
  const snippet = async (text: string) =>
    JSON.parse(
      (await reader().read(Buffer.from(`Content-Type: text/plain; charset=utf-8\r\n\r\n${text}`), context)).summary,
    ).snippet;

  it('are one line without links, rules and invisible characters', async () => {
    expect(
      await snippet('Hello\u200b\u034f,\n\n  click <https://a.example/?x=y>  or (http://b.example)\n=======\nthanks'),
    ).toBe('Hello, click or thanks');
  });

  it('have at most 200 characters and end at a word', async () => {
    const text = await snippet('wonderful words '.repeat(50));
    expect(text.length).toBeLessThanOrEqual(200);
    expect(text).toMatch(/(?:wonderful|words)…$/);
  });

  it('never cut a character in half', async () => {
    expect((await snippet('😀'.repeat(300))).isWellFormed()).toBe(true);
  });
});

describe('hostile mail', () => {
  it('is read to its end while the event loop stays free', async () => {
    const made = hostileMails.map((mail) => ({ ...mail, raw: mail.make() }));
    const mails = reader();
    await mails.read(large('warm'), context);
    const delay = monitorEventLoopDelay({ resolution: 10 });
    delay.enable();
    const results = await Promise.all(made.map(({ raw }) => mails.read(raw, context)));
    delay.disable();
    expect(delay.percentile(99) / 1e6).toBeLessThan(100);
    for (const [index, { name, degraded }] of made.entries()) {
      expect(results[index]?.degraded, name).toEqual(degraded ? expect.arrayContaining([expect.any(String)]) : []);
    }
  });

  it('below the thread limit is read here without holding the loop', async () => {
    const mails = reader();
    const made = hostileMails.map(({ make }) => make().subarray(0, 32 * 1024));
    // The very first mails of a process wait for compilation, whatever is in them.
    for (const raw of made) await mails.read(raw, context);
    const delay = monitorEventLoopDelay({ resolution: 10 });
    delay.enable();
    for (let round = 0; round < 3; round++) {
      for (const raw of made) {
        await mails.read(raw, context);
        await new Promise((resolve) => setImmediate(resolve));
      }
    }
    delay.disable();
    expect(delay.percentile(99) / 1e6).toBeLessThan(100);
  });

  it('does not suffer from a thread that broke while it loaded, as long as another runs', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'mayfly-read-'));
    try {
      const program = join(directory, 'program.mjs');
      const worker = new URL('./read-worker.ts', import.meta.url).href;
      await writeFile(
        program,
        `import { mkdirSync } from 'node:fs';
        let first = true;
        try { mkdirSync(${JSON.stringify(join(directory, 'once'))}); } catch { first = false; }
        if (first) throw new Error('broken once');
        await import(${JSON.stringify(worker)});`,
      );
      const pool = reader({ program: pathToFileURL(program) });
      expect((await pool.read(large('first'), context)).degraded).toHaveLength(1);
      for (const subject of ['second', 'third'])
        expect(await pool.read(large(subject), context)).toMatchObject({ subject, degraded: [] });
    } finally {
      await rm(directory, { recursive: true, force: true });
    }
  });

  it('that takes too long comes back degraded, with its headers', async () => {
    const mail = await reader({ timeLimitMs: 1 }).read(large('slow'), context);
    expect(textOf(mail)).toBe('slow words');
    expect(mail).toMatchObject({ subject: 'slow', attachments: [] });
    expect(mail.degraded).toContainEqual(expect.stringContaining('too long'));
  });

  it('beyond the queue comes back degraded at once', async () => {
    const mails = reader({ threads: 1, queueLimit: 1 });
    const all = await Promise.all(Array.from({ length: 6 }, (_, i) => mails.read(large(`n${i}`), context)));
    expect(all.map(({ subject }) => subject)).toEqual(['n0', 'n1', 'n2', 'n3', 'n4', 'n5']);
    expect(all.filter(({ degraded }) => degraded.length > 0)).toHaveLength(4);
  });
});

describe('a thread that breaks', () => {
  let folder = '';
  const program = async (name: string, code: string) => {
    const path = join(folder, `${name}.mjs`);
    await writeFile(
      path,
      `import { parentPort } from 'node:worker_threads';\nlet jobs = 0;\nparentPort.on('message', (job) => { jobs++; ${code} });\n`,
    );
    return pathToFileURL(path);
  };
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'mayfly-read-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  it.each([
    ['throws', "throw new Error('broken')"],
    ['exits', 'process.exit(3)'],
    ['runs out of memory', 'const all = []; for (;;) all.push(new Array(1e6).fill(jobs + Math.random()))'],
  ])('%s: the mail is degraded, the next one gets a new thread', async (name, code) => {
    const mails = reader({ threads: 1, program: await program(name, code) });
    const first = await mails.read(large('first'), context);
    const second = await mails.read(large('second'), context);
    expect([first, second].map(({ subject, degraded }) => [subject, degraded.length > 0])).toEqual([
      ['first', true],
      ['second', true],
    ]);
  });

  it('hangs: it is ended, and the mail is degraded', async () => {
    const mails = reader({ threads: 1, timeLimitMs: 500, program: await program('hangs', 'for (;;);') });
    const both = await Promise.all([
      mails.read(large('a'), context),
      mails.sanitize('<p>words</p>'.repeat(3_000), new Map()),
    ]);
    expect(both[0].degraded).toHaveLength(1);
    expect(both[1].html).toContain('words');
  });

  it('does not keep a closing reader waiting', async () => {
    const mails = reader({ threads: 1, program: await program('stuck', 'for (;;);') });
    const pending = mails.read(large('a'), context);
    await new Promise((resolve) => setTimeout(resolve, 200));
    await mails.close();
    expect((await pending).degraded).toHaveLength(1);
  });
});
