// Reads mails for the inbound line without ever holding the event loop: small ones at once, or in batches on a thread while many
// come; large ones on threads of their own.
// Stands between receive and deliver; GET message detail uses its `sanitize`.
import { createThread, type OnTrouble, type Thread } from '../infra/thread.ts';
import type { SanitizedHtml } from '../mail/sanitize-html.ts';
import type { MailContent } from '../modules/messages/service.ts';
import { createBatchReader } from './read-batch.ts';
import type { ReadContext, ReadMail } from './read-now.ts';
import type { ReaderAnswer, ReaderJob } from './read-worker.ts';

export type { ReadContext, ReadMail } from './read-now.ts';

export interface MailReaderOptions {
  /** Largest mail, in bytes, that is read on the event loop. */
  inlineBytes?: number;
  /** Largest HTML, in characters, that is sanitized on the event loop. */
  inlineHtml?: number;
  threads?: number;
  /** Jobs that may wait for a thread; above that a mail is read degraded at once. */
  queueLimit?: number;
  /** From handing in to answer; a thread that is over it is ended. */
  timeLimitMs?: number;
  /** Told why a thread could not read a mail. */
  onTrouble?: OnTrouble | undefined;
  /** The program of a thread; tests put a broken one here. */
  program?: URL;
}

export interface MailReader {
  /** Loads what reading needs, which a service without mail does not carry. Called when a peer connects. */
  prepare(): void;
  /** Never rejects: what cannot be read in time comes back degraded. */
  read(raw: Uint8Array, context: ReadContext): Promise<ReadMail>;
  /** Sanitizes a mail's HTML; `cids` maps content ids to what is shown for them. */
  sanitize(html: string, cids: ReadonlyMap<string, string>): Promise<SanitizedHtml>;
  close(): Promise<void>;
}

/** Taken out of the content again for the few who want it: carried along as well, it would go from thread to thread twice. */
export function textOf({ content }: ReadMail): string {
  return (JSON.parse(content) as MailContent).text ?? '';
}

type Outcome = { ok: true; answer: ReaderAnswer } | { ok: false; reason: string };

interface Pending {
  readonly job: ReaderJob;
  readonly moved: ArrayBuffer[];
  /** Until when somebody waits for it. */
  readonly deadline: number;
  readonly timer: NodeJS.Timeout;
  readonly settle: (outcome: Outcome) => void;
}

/** Timers count whole milliseconds from the turn of the loop, and can be early by that much. */
const TIMER_GRAIN_MS = 2;
const TOO_LONG = 'the mail took too long to read; only its beginning is shown';
const BROKE = 'reading the mail failed; only its beginning is shown';
const BUSY = 'too many large mails at once; only the beginning is shown';

let loaded: typeof import('./read-now.ts') | null = null;
async function reading(): Promise<typeof import('./read-now.ts')> {
  loaded ??= await import('./read-now.ts');
  return loaded;
}

/** With a pool of reading threads, started when the first large mail comes. */
export function createMailReader(options: MailReaderOptions = {}): MailReader {
  const {
    inlineBytes = 32 * 1024,
    inlineHtml = 16 * 1024,
    threads: size = 2,
    queueLimit = 64,
    timeLimitMs = 10_000,
    onTrouble,
  } = options;
  const program = options.program ?? new URL('./read-worker.ts', import.meta.url);
  const resourceLimits = { maxOldGenerationSizeMb: 512 };
  const idle = Array.from({ length: size }, () =>
    createThread<ReaderJob, ReaderAnswer>({ program, timeLimitMs, resourceLimits, onTrouble }),
  );
  const threads = [...idle];
  const batches = createBatchReader(new URL('./read-batch-worker.ts', import.meta.url), onTrouble);
  const queue: Pending[] = [];
  let closed = false;

  /** The next job for every thread that has none; the thread that was busy last is warm and gets it first. */
  function dispatch(): void {
    while (queue.length > 0 && idle.length > 0) {
      const at = idle.findLastIndex((each) => each.runs());
      const [thread] = at === -1 ? [] : idle.splice(at, 1);
      // While another one works, it may take this job too.
      if (!thread && idle.length < threads.length) return;
      const pending = queue.shift();
      if (pending && thread) void work(thread, pending);
      else if (pending) settle(pending, { ok: false, reason: BROKE });
    }
  }

  async function work(thread: Thread<ReaderJob, ReaderAnswer>, pending: Pending): Promise<void> {
    const left = Math.max(1, pending.deadline - performance.now());
    const answer = await thread.ask(pending.job, pending.moved, left);
    const late = performance.now() >= pending.deadline - TIMER_GRAIN_MS;
    settle(pending, answer ? { ok: true, answer } : { ok: false, reason: late ? TOO_LONG : BROKE });
    idle.push(thread);
    dispatch();
  }

  function settle(pending: Pending, outcome: Outcome): void {
    clearTimeout(pending.timer);
    pending.settle(outcome);
  }

  function submit(job: ReaderJob, moved: ArrayBuffer[]): Promise<Outcome> {
    if (closed || queue.length >= queueLimit) return Promise.resolve({ ok: false, reason: BUSY });
    return new Promise((resolve) => {
      const deadline = performance.now() + timeLimitMs;
      const timer = setTimeout(() => expire(pending), timeLimitMs);
      const pending: Pending = { job, moved, deadline, timer, settle: resolve };
      queue.push(pending);
      dispatch();
    });
  }

  /** Its time was up before a thread was free. */
  function expire(pending: Pending): void {
    const at = queue.indexOf(pending);
    if (at === -1) return;
    queue.splice(at, 1);
    settle(pending, { ok: false, reason: TOO_LONG });
  }

  return {
    prepare: () => void reading(),
    async read(raw, context) {
      const { readNow, readGlimpse } = await reading();
      if (raw.length <= inlineBytes) {
        const elsewhere = batches.isBusy() ? await batches.read(raw, context) : null;
        if (elsewhere) return elsewhere;
        try {
          return readNow(raw, context);
        } catch (error) {
          onTrouble?.(error as Error, 'job');
          return readGlimpse(raw, BROKE);
        }
      }
      // The caller keeps its bytes for storing them, so the thread gets its own.
      const copy = new Uint8Array(raw);
      const outcome = await submit({ kind: 'read', raw: copy, recipients: context.recipients }, [copy.buffer]);
      if (!outcome.ok) return readGlimpse(raw, outcome.reason);
      return outcome.answer.kind === 'read' ? outcome.answer.mail : readGlimpse(raw, BROKE);
    },
    async sanitize(html, cids) {
      const { sanitizeMailHtml, plainMailHtml } = await import('../mail/sanitize-html.ts');
      if (html.length <= inlineHtml) return sanitizeMailHtml(html, { cid: (id) => cids.get(id) ?? null });
      const outcome = await submit({ kind: 'sanitize', html, cids }, []);
      if (outcome.ok && outcome.answer.kind === 'sanitize') return outcome.answer.safe;
      return { html: plainMailHtml(html), blockedRemote: 0 };
    },
    async close() {
      closed = true;
      await batches.close();
      for (const pending of queue.splice(0)) settle(pending, { ok: false, reason: BUSY });
      await Promise.all(threads.map((thread) => thread.close()));
    },
  };
}
