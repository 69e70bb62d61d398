// The thread side of read: takes one job at a time, answers with the result, moves attachment bytes instead of copying them.
import { answerJobs } from '../infra/in-thread.ts';
import { type SanitizedHtml, sanitizeMailHtml } from '../mail/sanitize-html.ts';
import { type ReadMail, readNow } from './read-now.ts';

export type ReaderJob =
  | { kind: 'read'; raw: Uint8Array; recipients: string[] }
  | { kind: 'sanitize'; html: string; cids: ReadonlyMap<string, string> };

export type ReaderAnswer = { kind: 'read'; mail: ReadMail } | { kind: 'sanitize'; safe: SanitizedHtml };

function work(job: ReaderJob): ReaderAnswer {
  if (job.kind === 'sanitize')
    return { kind: 'sanitize', safe: sanitizeMailHtml(job.html, { cid: (id) => job.cids.get(id) ?? null }) };
  const mail = readNow(job.raw, { recipients: job.recipients });
  const attachments = mail.attachments.map((each) => ({ ...each, content: withOwnBuffer(each.content) }));
  return { kind: 'read', mail: { ...mail, attachments } };
}

function buffersOf(answer: ReaderAnswer): ArrayBuffer[] {
  return answer.kind === 'read' ? answer.mail.attachments.map(({ content }) => content.buffer as ArrayBuffer) : [];
}

/** Many contents are views into the mail or into Node's shared pool; only a buffer of their own can be moved. */
function withOwnBuffer(content: Uint8Array): Uint8Array<ArrayBuffer> {
  const { buffer, byteLength } = content;
  const whole = byteLength > 0 && buffer instanceof ArrayBuffer && buffer.byteLength === byteLength;
  return whole ? new Uint8Array(buffer) : new Uint8Array(content);
}

answerJobs(work, buffersOf);
