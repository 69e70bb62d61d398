// What goes from receive to deliver.

import type { AccountEvent } from '../lib/events.ts';
import type { UserId } from '../lib/ids.ts';
import type { AttachmentInsert, MessageInsert, RawInsert, SharedInsert } from '../modules/messages/service.ts';

/** One mail, ready to be stored for each of its recipients. */
export interface Parcel {
  readonly copies: readonly ParcelCopy[];
  readonly raws: readonly RawInsert[];
  /** What the copies have in common, when there are several. */
  readonly shared: readonly SharedInsert[];
  /** What all of it weighs on its way to the disk. */
  readonly bytes: number;
}

export interface ParcelCopy {
  readonly ownerId: UserId | null;
  /** Mails a day: of the mailbox when anonymous, of the account otherwise. */
  readonly cap: number;
  readonly row: Omit<MessageInsert, 'seq'>;
  readonly attachments: readonly AttachmentInsert[];
  readonly events: readonly AccountEvent[];
}
