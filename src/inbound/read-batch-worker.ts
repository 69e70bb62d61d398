// The thread side of read-batch: reads a handful of small mails and answers them together.

import { answerJobs } from '../infra/in-thread.ts';
import type { Batch, BatchAnswer } from './read-batch.ts';
import { readNow } from './read-now.ts';

answerJobs(({ bytes, mails }: Batch): BatchAnswer => {
  let at = 0;
  return mails.map(({ length, recipients }) => {
    const raw = bytes.subarray(at, at + length);
    at += length;
    try {
      const mail = readNow(raw, { recipients });
      // Contents are views into the batch; as they are, each would take the whole of it along.
      const attachments = mail.attachments.map((a) => ({ ...a, content: new Uint8Array(a.content) }));
      return { ...mail, attachments };
    } catch {
      return null;
    }
  });
});
