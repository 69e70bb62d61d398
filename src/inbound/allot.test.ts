// Who of a batch gets a message number, with the database's part played by a plain function over the same rules.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { MailboxId, UserId } from '../lib/ids.ts';
import type { Claim, Granted } from '../modules/mailboxes/service.ts';
import { allot } from './allot.ts';

type Parcels = Parameters<typeof allot>[0];
type Copy = Parcels[number]['copies'][number];

const copy = (mailboxId: string, cap: number, ownerId: string | null = null): Copy =>
  ({
    ownerId: ownerId as UserId | null,
    cap,
    row: { mailboxId: mailboxId as MailboxId },
    attachments: [],
    events: [],
  }) as unknown as Copy;
const parcel = (...copies: Copy[]): Parcels[number] => ({ copies, raws: [], shared: [], bytes: 0 });

/** Mailboxes that live, with what they had today and their last number. */
function claimOn(state: Record<string, { today: number; last: number }>) {
  return async (claims: readonly Claim[]): Promise<Granted[]> =>
    claims.flatMap(({ mailboxId, wanted, cap }) => {
      const row = state[mailboxId];
      if (!row) return [];
      const granted = Math.min(wanted, Math.max(0, cap - row.today));
      return [{ mailboxId, granted, lastSeq: row.last + granted }];
    });
}
const NOBODY = new Map<UserId, number>();

describe('verdicts', () => {
  test('first come, first served: the cap is used up exactly', async () => {
    const parcels = Array.from({ length: 5 }, () => parcel(copy('a', 3)));
    const { verdicts } = await allot(parcels, NOBODY, claimOn({ a: { today: 1, last: 10 } }));
    expect(verdicts).toEqual(['accepted', 'accepted', 'over-cap', 'over-cap', 'over-cap']);
  });

  test('a mailbox that is gone is told so', async () => {
    const { verdicts } = await allot([parcel(copy('gone', 3))], NOBODY, claimOn({}));
    expect(verdicts).toEqual(['recipient-gone']);
  });

  test('a mail for one that is gone and one that lives is mixed', async () => {
    const { verdicts } = await allot(
      [parcel(copy('gone', 9), copy('a', 9))],
      NOBODY,
      claimOn({ a: { today: 0, last: 0 } }),
    );
    expect(verdicts).toEqual([{ mixed: 'recipients-changed' }]);
  });

  test('a mail for one over its cap and one with room is mixed and asks to come again later', async () => {
    const state = { full: { today: 1, last: 1 }, a: { today: 0, last: 0 } };
    const { verdicts } = await allot([parcel(copy('full', 1), copy('a', 1))], NOBODY, claimOn(state));
    expect(verdicts).toEqual([{ mixed: 'over-cap' }]);
  });

  test('an account’s cap counts over all of its mailboxes', async () => {
    const owner = 'usr_x' as UserId;
    const parcels = ['a', 'b', 'a', 'b'].map((id) => parcel(copy(id, 10, owner)));
    const state = { a: { today: 0, last: 0 }, b: { today: 0, last: 0 } };
    const { verdicts } = await allot(parcels, new Map([[owner, 7]]), claimOn(state));
    expect(verdicts).toEqual(['accepted', 'accepted', 'accepted', 'over-cap']);
  });
});

test('numbers are the next ones, each once, in the order the mails came', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom('a', 'b', 'c'), { minLength: 1, maxLength: 30 }),
      fc.nat(5),
      fc.nat(100),
      async (ids, cap, last) => {
        const parcels = ids.map((id) => parcel(copy(id, cap)));
        const state = Object.fromEntries(['a', 'b', 'c'].map((id) => [id, { today: 0, last }]));
        const { verdicts, seqOf } = await allot(parcels, NOBODY, claimOn(state));
        for (const id of ['a', 'b', 'c']) {
          const got = parcels
            .filter((each, i) => verdicts[i] === 'accepted' && each.copies[0]?.row.mailboxId === id)
            .map((each) => seqOf(each.copies[0] as Copy));
          expect(got).toEqual(got.map((_, i) => last + 1 + i));
          expect(got.length).toBe(Math.min(cap, ids.filter((each) => each === id).length));
        }
      },
    ),
  );
});
