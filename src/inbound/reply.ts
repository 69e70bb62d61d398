// What a sending server is told. One place for the codes, so that a step only says what happened.

export type Verdict =
  | 'accepted'
  | 'unknown-recipient'
  | 'over-cap'
  | 'recipient-gone'
  | 'recipients-changed'
  | 'no-room'
  | 'loop'
  | 'store-down'
  | 'disk-full'
  | 'too-busy'
  | 'too-slow'
  | 'too-many-connections'
  | 'too-large'
  | 'shutting-down';

interface Reply {
  readonly code: number;
  readonly text: string;
  readonly outcome: 'accepted' | 'deferred' | 'refused';
}

const REPLIES: Record<Verdict, Reply> = {
  accepted: { code: 250, text: 'Stored', outcome: 'accepted' },
  'unknown-recipient': { code: 550, text: 'No such mailbox here', outcome: 'refused' },
  'over-cap': {
    code: 452,
    text: 'The mailbox has had its mail for today; try again tomorrow (UTC)',
    outcome: 'deferred',
  },
  'recipient-gone': { code: 550, text: 'The mailbox is gone', outcome: 'refused' },
  'recipients-changed': { code: 451, text: 'A recipient changed meanwhile; try again', outcome: 'deferred' },
  'no-room': { code: 452, text: 'The account has no room for another mailbox', outcome: 'deferred' },
  loop: { code: 554, text: 'Too many Received headers; this looks like a loop', outcome: 'refused' },
  'store-down': { code: 451, text: 'Cannot store mail right now; try again', outcome: 'deferred' },
  'disk-full': { code: 452, text: 'Not enough storage right now; try again', outcome: 'deferred' },
  'too-busy': { code: 451, text: 'Too busy right now; try again', outcome: 'deferred' },
  'too-slow': { code: 421, text: 'Too slow; closing the connection', outcome: 'deferred' },
  'too-many-connections': { code: 421, text: 'Too many connections from your address', outcome: 'deferred' },
  'too-large': { code: 552, text: 'The message is too large', outcome: 'refused' },
  'shutting-down': { code: 421, text: 'Shutting down; try again', outcome: 'deferred' },
};

/** The enhanced status codes that smtp-server puts behind these codes (RFC 3463). */
const ENHANCED: Readonly<Record<number, string>> = {
  250: '2.6.0',
  421: '4.4.2',
  451: '4.3.0',
  452: '4.2.2',
  550: '5.1.1',
  552: '5.2.2',
  554: '5.6.0',
};

export const replyFor = (verdict: Verdict): Reply => REPLIES[verdict];

/** The whole line as the sending server sees it. */
export function replyLine(verdict: Verdict): string {
  const { code, text } = REPLIES[verdict];
  return `${code} ${ENHANCED[code] ?? ''} ${text}`.replace('  ', ' ');
}

/** As smtp-server wants a refusal. It adds the enhanced status code that belongs to the code. */
export function refusal(verdict: Verdict): Error & { responseCode: number } {
  const { code, text } = REPLIES[verdict];
  return Object.assign(new Error(text), { responseCode: code });
}
