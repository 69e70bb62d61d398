// Mailbox tokens: they say what was signed, and nothing that was changed is believed.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../test/support/fuzz.ts';
import { newId } from './ids.ts';
import { createMailboxTokens } from './mailbox-token.ts';
import { createSecrets } from './secrets.ts';

const tokens = createMailboxTokens(createSecrets('k'.repeat(32)));
const END = new Date('2026-11-15T12:00:00.123Z');

test('mailbox and end come back as they were, to the millisecond', () => {
  fc.assert(
    fc.property(
      fc.date({ min: new Date('2001-01-01'), max: new Date('2200-01-01'), noInvalidDate: true }),
      (expiresAt) => {
        const mailboxId = newId('mailbox');
        expect(tokens.read(tokens.mint(mailboxId, expiresAt))).toEqual({ mailboxId, expiresAt });
      },
    ),
  );
});

test('a token that was believed says the same when it comes again', () => {
  const token = tokens.mint(newId('mailbox'), END);
  const first = tokens.read(token);
  expect(first).not.toBeNull();
  expect(tokens.read(token)).toEqual(first);
});

test('one changed character anywhere is not believed, though the token itself was', () => {
  const token = tokens.mint(newId('mailbox'), END);
  expect(tokens.read(token)).not.toBeNull();
  fc.assert(
    fc.property(fc.nat(token.length - 1), fc.string({ minLength: 1, maxLength: 1 }), (at, character) => {
      const changed = token.slice(0, at) + character + token.slice(at + 1);
      fc.pre(changed !== token);
      expect(tokens.read(changed)).toBeNull();
    }),
    runs(500),
  );
});

test('the end of one token does not fit the mailbox of another', () => {
  const [one, two] = [tokens.mint(newId('mailbox'), END), tokens.mint(newId('mailbox'), new Date(END.getTime() + 1e9))];
  expect(tokens.read(one.slice(0, 30) + two.slice(30))).toBeNull();
});

test('a token of another key is not believed', () => {
  const other = createMailboxTokens(createSecrets('x'.repeat(32)));
  expect(tokens.read(other.mint(newId('mailbox'), END))).toBeNull();
});

test('random text is not a token', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(tokens.read(`mfm_${text}`)).toBeNull();
    }),
  );
});
