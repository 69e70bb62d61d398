// The newest one-time code of a mailbox, with a held wait.

import { AppError, invalidField } from '../../lib/errors.ts';
import { readId } from '../../lib/ids.ts';
import type { MessageService, Reader, Waiting } from '../messages/service.ts';

export type OtpService = ReturnType<typeof createOtpService>;

const BEGINNING = new Date(0);

export function createOtpService(messages: MessageService) {
  return {
    async latest(reader: Reader, query: { after?: string | undefined; waiting: Waiting | null }) {
      const start = await startOf(reader, query.after);
      const found = await messages.hold(reader, query.waiting, () =>
        messages.latestOtp({ mailboxId: reader.mailboxId, ...start }),
      );
      if (!found) throw new AppError('otp.not_found');
      return found;
    },
  };

  /** `after` is a message id or a moment, so that a retry never gets a stale code. */
  async function startOf(reader: Reader, after: string | undefined): Promise<{ after: number; since: Date }> {
    if (after === undefined) return { after: 0, since: BEGINNING };
    if (readId('message', after)) return { after: await messages.seqAfter(reader.mailboxId, after), since: BEGINNING };
    const since = new Date(after);
    if (!/^\d{4}-\d\d-\d\dT/.test(after) || Number.isNaN(since.getTime())) {
      throw invalidField('query.after', 'must be a message id or an ISO 8601 time');
    }
    return { after: 0, since };
  }
}

export type LatestOtp = Awaited<ReturnType<OtpService['latest']>>;
