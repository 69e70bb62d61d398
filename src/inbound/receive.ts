// Third step of the mail line: from the bytes of one mail to a parcel that can be stored. Trace headers on top, sender checked,
// read, codes found (the customer's filters first), one copy for each recipient.

import type { Log } from '../infra/log.ts';
import type { Clock } from '../lib/clock.ts';
import { ANONYMOUS, type EntitlementSource } from '../lib/entitlements.ts';
import { type DomainId, type MailboxId, type MessageId, newId, type UserId } from '../lib/ids.ts';
import type { MailboxService } from '../modules/mailboxes/service.ts';
import type { RawInsert } from '../modules/messages/service.ts';
import type { Recipient } from './accept.ts';
import { composeCopy, composeMail } from './compose.ts';
import type { Delivery } from './deliver.ts';
import type { ParcelCopy } from './parcel.ts';
import { type MailReader, type ReadMail, textOf } from './read.ts';
import type { Verdict } from './reply.ts';
import { countReceived, disarmForgedResults, type Peer, receivedHeader } from './trace-headers.ts';
import type { VerifySender } from './verify-sender.ts';

export interface Envelope {
  readonly peer: Peer;
  readonly sender: string;
  readonly recipients: readonly Recipient[];
  readonly connectedAt: Date;
  readonly id: string;
}

/** What filters look at. */
export interface FilteredMail {
  readonly from: string;
  readonly subject: string;
  readonly text: string;
}

/** A customer's own extraction filters. The filters module answers. */
export interface FilterRunner {
  run(
    ownerId: UserId,
    domainId: DomainId | null,
    mail: FilteredMail,
  ): Promise<{ code: string; filterId: string } | null>;
}

const MAX_RECEIVED = 100;
const NO_CAP = 2_147_483_647;

/** What became of a mail. */
export interface Receipt {
  readonly verdict: Verdict;
  /** The message that an address got. */
  readonly messageOf: (address: string) => MessageId | null;
}

export type Receive = (raw: Buffer, envelope: Envelope) => Promise<Receipt>;

const unstored = (verdict: Verdict): Receipt => ({ verdict, messageOf: () => null });

export function createReceive(parts: {
  mailboxes: MailboxService;
  entitlements: EntitlementSource;
  filters: FilterRunner;
  reader: MailReader;
  verifySender: VerifySender;
  delivery: Delivery;
  clock: Clock;
  log: Log;
  mxName: string;
  attachmentMaxBytes: number;
  anonymousCap: number;
}): Receive {
  const { mailboxes, entitlements, filters, reader, verifySender, delivery, clock, mxName } = parts;

  return async (raw, envelope) => {
    if (countReceived(raw) > MAX_RECEIVED) return unstored('loop');
    const receivedAt = clock.now();
    const { peer, sender, recipients } = envelope;
    const mail = await reader.read(raw, { recipients: recipients.map(({ address }) => address) });
    const check = await verifySender(raw, { ip: peer.ip, helo: peer.helo, sender, from: mail.from.address });
    const only = recipients.length === 1 ? (recipients[0]?.address ?? null) : null;
    const trace = receivedHeader({ peer, by: mxName, id: envelope.id, recipient: only, at: receivedAt });
    const original = Buffer.concat([Buffer.from(trace + check.header), disarmForgedResults(raw, mxName)]);

    const opened = await openCatchAlls(recipients);
    if (opened === null) return unstored('no-room');
    const composed = composeMail({
      mail,
      check,
      size: original.length,
      receivedAt,
      connectedAt: envelope.connectedAt,
      storedAt: clock.now(),
      attachmentMaxBytes: parts.attachmentMaxBytes,
      copies: opened.length,
    });
    const originals = new Map<number, RawInsert>();
    const copies: ParcelCopy[] = [];
    let searched: FilteredMail | null = null;
    for (const recipient of opened) {
      const limits = await limitsOf(recipient.ownerId);
      const kept = originals.get(limits.retention) ?? {
        id: newId('raw'),
        expiresAt: new Date(receivedAt.getTime() + limits.retention * 1_000),
        bytes: original,
      };
      originals.set(limits.retention, kept);
      if (recipient.ownerId !== null) searched ??= forFilters(mail);
      const filtered = searched && (await runFilters(recipient, searched));
      copies.push(composeCopy({ composed, recipient, filtered, original: kept, cap: limits.cap }));
    }
    const { shared, copyBytes } = composed;
    const sharedBytes = shared.reduce((sum, { content }) => sum + content.length, 0);
    const bytes = original.length * originals.size + sharedBytes + copyBytes * copies.length;
    const verdict = await delivery.submit({ copies, raws: [...originals.values()], shared, bytes });
    if (verdict !== 'accepted') return unstored(verdict);
    const messages = new Map(opened.map(({ address }, i) => [address, copies[i]?.row.id]));
    return { verdict, messageOf: (address) => messages.get(address) ?? null };
  };

  /** Gives every catch-all recipient its mailbox. Null when an account has no room for one. */
  async function openCatchAlls(recipients: readonly Recipient[]) {
    const opened: (Recipient & { mailboxId: MailboxId })[] = [];
    for (const recipient of recipients) {
      if (recipient.mailboxId !== null) {
        opened.push({ ...recipient, mailboxId: recipient.mailboxId });
      } else if (recipient.ownerId !== null) {
        const mailbox = await mailboxes.openCatchAll(recipient, recipient.ownerId);
        if (!mailbox) return null;
        opened.push({ ...recipient, mailboxId: mailbox.id });
      }
    }
    return opened;
  }

  async function limitsOf(ownerId: UserId | null): Promise<{ cap: number; retention: number }> {
    if (ownerId === null) {
      return { cap: parts.anonymousCap || NO_CAP, retention: ANONYMOUS.rawRetention };
    }
    const { entitlements: granted } = await entitlements.planOf(ownerId);
    return { cap: granted['mail.perDay'], retention: granted['raw.retention'] };
  }

  async function runFilters({ ownerId, domainId }: Recipient, mail: FilteredMail) {
    if (ownerId === null) return null;
    try {
      return await filters.run(ownerId, domainId, mail);
    } catch (error) {
      // A filter is a convenience; a mail is not. It is stored with what the built-in extractor found.
      parts.log.error({ err: error, ownerId }, 'filters failed');
      return null;
    }
  }
}

/** Its text is made when the first filter asks for it; most recipients have none. */
function forFilters(mail: ReadMail): FilteredMail {
  let text: string | null = null;
  return {
    from: mail.from.address,
    subject: mail.subject,
    get text() {
      text ??= textOf(mail);
      return text;
    },
  };
}
