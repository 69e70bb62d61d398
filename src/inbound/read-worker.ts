// The thread side of read: takes one job at a time, answers with the result, moves attachment bytes instead of copying them.
import { parentPort } from 'node:worker_threads';
import { type SanitizedHtml, sanitizeMailHtml } from '../mail/sanitize-html.ts';
import { type ReadMail, readNow } from './read-now.ts';

export type ReaderJob =
  | { kind: 'read'; raw: Uint8Array; recipients: string[] }
  | { kind: 'sanitize'; html: string; cids: ReadonlyMap<string, string> };

export type ReaderAnswer = { kind: 'read'; mail: ReadMail } | { kind: 'sanitize'; safe: SanitizedHtml };

function work(job: ReaderJob): { answer: ReaderAnswer; moved: ArrayBuffer[] } {
  if (job.kind === 'sanitize') {
    const safe = sanitizeMailHtml(job.html, { cid: (id) => job.cids.get(id) ?? null });
    return { answer: { kind: 'sanitize', safe }, moved: [] };
  }
  const mail = readNow(job.raw, { recipients: job.recipients });
  const moved: ArrayBuffer[] = [];
  const attachments = mail.attachments.map((attachment) => {
    const content = withOwnBuffer(attachment.content);
    moved.push(content.buffer);
    return { ...attachment, content };
  });
  return { answer: { kind: 'read', mail: { ...mail, attachments } }, moved };
}

/** Many contents are views into the mail or into Node's shared pool; only a buffer of their own can be moved. */
function withOwnBuffer(content: Uint8Array): Uint8Array<ArrayBuffer> {
  const { buffer, byteLength } = content;
  const whole = buffer instanceof ArrayBuffer && buffer.byteLength === byteLength;
  return whole ? new Uint8Array(buffer) : new Uint8Array(content);
}

parentPort?.on('message', (job: ReaderJob) => {
  const { answer, moved } = work(job);
  parentPort?.postMessage(answer, moved);
});
