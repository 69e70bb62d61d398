// Who of a batch gets a message number: the caps of accounts and mailboxes, first come first served, decided on locked rows.

import type { MailboxId, UserId } from '../lib/ids.ts';
import type { Claim, Granted } from '../modules/mailboxes/service.ts';
import type { Parcel, ParcelCopy } from './parcel.ts';
import type { Verdict } from './reply.ts';

export interface Allotment {
  /** For each parcel: stored, refused as a whole, or mixed (then with the answer that makes the sender try again). */
  readonly verdicts: readonly (Verdict | { readonly mixed: Verdict })[];
  seqOf(copy: ParcelCopy): number;
}

const NO_CAP = 2_147_483_647;

export async function allot(
  parcels: readonly Parcel[],
  usedByOwner: ReadonlyMap<UserId, number>,
  claim: (claims: readonly Claim[]) => Promise<Granted[]>,
): Promise<Allotment> {
  const copies = parcels.flatMap((parcel) => parcel.copies);
  const withinAccount = new Set(copies.filter(accountCaps(usedByOwner)));
  const granted = new Map((await claim(claimsOf(withinAccount))).map((row) => [row.mailboxId, row]));
  const seqs = new Map<ParcelCopy, number>();
  const taken = new Map<MailboxId, number>();
  for (const copy of withinAccount) {
    const grant = granted.get(copy.row.mailboxId);
    const place = taken.get(copy.row.mailboxId) ?? 0;
    if (!grant || place >= grant.granted) continue;
    taken.set(copy.row.mailboxId, place + 1);
    seqs.set(copy, grant.lastSeq - grant.granted + 1 + place);
  }
  const verdictOf = (copy: ParcelCopy): Verdict => {
    if (seqs.has(copy)) return 'accepted';
    return withinAccount.has(copy) && !granted.has(copy.row.mailboxId) ? 'recipient-gone' : 'over-cap';
  };
  return {
    verdicts: parcels.map((parcel) => joint(parcel.copies.map(verdictOf))),
    seqOf: (copy) => seqs.get(copy) ?? 0,
  };
}

/** True for the copies that fit into their account's day, in the order they came. */
function accountCaps(usedByOwner: ReadonlyMap<UserId, number>): (copy: ParcelCopy) => boolean {
  const used = new Map(usedByOwner);
  return ({ ownerId, cap }) => {
    if (ownerId === null) return true;
    const count = used.get(ownerId) ?? 0;
    if (count >= cap) return false;
    used.set(ownerId, count + 1);
    return true;
  };
}

function claimsOf(copies: Iterable<ParcelCopy>): Claim[] {
  const claims = new Map<MailboxId, Claim>();
  for (const { row, ownerId, cap } of copies) {
    const known = claims.get(row.mailboxId);
    claims.set(row.mailboxId, {
      mailboxId: row.mailboxId,
      wanted: (known?.wanted ?? 0) + 1,
      cap: ownerId === null ? cap : NO_CAP,
    });
  }
  return [...claims.values()];
}

function joint(verdicts: readonly Verdict[]): Verdict | { mixed: Verdict } {
  const [first = 'accepted', ...rest] = verdicts;
  if (rest.every((verdict) => verdict === first)) return first;
  return { mixed: verdicts.includes('over-cap') ? 'over-cap' : 'recipients-changed' };
}
