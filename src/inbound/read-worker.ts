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
  // Contents are views into the mail or into Node's shared pool; only a buffer of their own can be moved.
  const attachments = mail.attachments.map((attachment) => {
    const content = new Uint8Array(attachment.content);
    moved.push(content.buffer);
    return { ...attachment, content };
  });
  return { answer: { kind: 'read', mail: { ...mail, attachments } }, moved };
}

parentPort?.on('message', (job: ReaderJob) => {
  const { answer, moved } = work(job);
  parentPort?.postMessage(answer, moved);
});
