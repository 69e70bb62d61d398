// Pure: SePay's callback body, JSON or form, read with care. Only the id has to be there; the rest may be missing or odd
// and is then left to the operator's eyes.

import { AppError, invalidField } from '../../lib/errors.ts';
import type { BankTransaction } from './store.ts';

/** What the body says; our id and the time of receipt come on top. */
type BankReport = Omit<BankTransaction, 'id' | 'receivedAt'>;

const MEMBERS = [
  'id',
  'gateway',
  'transactionDate',
  'accountNumber',
  'subAccount',
  'code',
  'content',
  'transferType',
  'transferAmount',
  'referenceCode',
  'description',
  'accumulated',
] as const;

const LONGEST_ID = 64;

export function readBankReport(body: Readonly<Record<string, unknown>>): BankReport {
  const providerId = readId(body['id']);
  if (providerId === null)
    throw invalidField('body.id', `must be a whole number or a text of 1 to ${LONGEST_ID} characters`);
  return {
    providerId,
    gateway: text(body['gateway']),
    transactionDate: text(body['transactionDate']),
    accountNumber: text(body['accountNumber']),
    code: text(body['code']),
    content: text(body['content']),
    transferType: text(body['transferType'])?.trim().toLowerCase() ?? null,
    amount: readAmount(body['transferAmount']),
    referenceCode: text(body['referenceCode']),
  };
}

/** What is kept of the body as it came: SePay's members and no others. */
export function knownMembers(body: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(MEMBERS.filter((name) => Object.hasOwn(body, name)).map((name) => [name, body[name]]));
}

/** `application/x-www-form-urlencoded`, each member once. */
export function parseForm(bytes: Buffer): Record<string, string> {
  const members: Record<string, string> = Object.create(null);
  for (const [name, value] of new URLSearchParams(bytes.toString('utf8'))) {
    if (Object.hasOwn(members, name))
      throw new AppError('request.malformed', `The form names "${name.slice(0, 40)}" twice.`);
    if (value.includes('\0')) throw new AppError('request.malformed', 'The form has a NUL character.');
    members[name] = value;
  }
  return members;
}

function readId(value: unknown): string | null {
  // A larger number was rounded on its way in: two transactions could look like one.
  if (typeof value === 'number') return Number.isSafeInteger(value) ? String(value) : null;
  if (typeof value !== 'string') return null;
  const id = value.trim();
  return id !== '' && id.length <= LONGEST_ID ? id : null;
}

/** Whole dong; null when it cannot be read as that. */
function readAmount(value: unknown): number | null {
  const digits = typeof value === 'string' ? /^(\d+)(\.0+)?$/.exec(value.trim())?.[1] : undefined;
  const amount = typeof value === 'number' ? value : Number(digits ?? Number.NaN);
  return Number.isSafeInteger(amount) && amount >= 0 ? amount : null;
}

function text(value: unknown): string | null {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value !== '' ? value : null;
}
