// Mailboxes and mail for tests: opened through the API, filled over real SMTP.

import { expect } from 'vitest';
import type { TestApp } from './app.ts';
import { connectSmtp, mailText, type SmtpClient, sendOn } from './smtp-client.ts';

export interface OpenedMailbox {
  readonly id: string;
  readonly address: string;
  readonly token: string;
  readonly expiresAt: string;
}

export interface ListedMessage {
  readonly id: string;
  readonly subject: string;
  readonly otp: string | null;
  readonly link: string | null;
  readonly size: number;
  readonly receivedAt: string;
  readonly rawExpiresAt: string;
}

export interface ListBody {
  readonly data: ListedMessage[];
  readonly nextCursor: string | null;
}

/** A problem as far as tests look at it. */
export interface Problem {
  readonly code: string;
  readonly status: number;
  readonly title: string;
  readonly traceId: string;
  readonly detail?: string;
  readonly errors?: { path: string; message: string }[];
}

export async function openMailbox(
  app: TestApp,
  body: { localPart?: string; ttl?: number; domain?: string } = {},
  token?: string,
): Promise<OpenedMailbox> {
  const answer = await app.call<{ data: OpenedMailbox }>('POST', '/mailboxes', {
    body,
    ...(token === undefined ? {} : { token }),
  });
  expect(answer.status).toBe(201);
  return answer.body.data;
}

/** One connection for each app: a new one waits a tenth of a second for its greeting. */
const connections = new WeakMap<TestApp, Promise<SmtpClient>>();
let turn: Promise<unknown> = Promise.resolve();

/** Sends one mail and expects it to be taken. */
export async function deliver(
  app: TestApp,
  to: string | readonly string[],
  mail: Parameters<typeof mailText>[0] | string | Uint8Array = {},
): Promise<void> {
  const raw = typeof mail === 'string' || mail instanceof Uint8Array ? mail : mailText(mail);
  const sent = turn.then(async () => {
    let client = await connections.get(app);
    if (!client || client.socket.destroyed) {
      const opened = app.smtpPort().then((port) => connectSmtp(port));
      connections.set(app, opened);
      client = await opened;
    }
    await client.command('RSET');
    return sendOn(client, { to, raw });
  });
  turn = sent.catch(() => {});
  expect(await sent).toMatch(/^250 /);
}

export async function listMessages(app: TestApp, token: string, query = ''): Promise<ListBody> {
  const answer = await app.call<ListBody>('GET', `/mailboxes/me/messages${query}`, { token });
  expect(answer.status).toBe(200);
  return answer.body;
}

/** The subjects of a whole mailbox, newest first. */
export async function listSubjects(app: TestApp, token: string): Promise<string[]> {
  return (await listMessages(app, token, '?limit=100')).data.map(({ subject }) => subject);
}

/** Delivers one mail and answers how it is listed. */
export async function deliverAndFind(
  app: TestApp,
  mailbox: OpenedMailbox,
  mail: Parameters<typeof mailText>[0] | string | Uint8Array = {},
): Promise<ListedMessage> {
  await deliver(app, mailbox.address, mail);
  const [newest] = (await listMessages(app, mailbox.token, '?limit=1')).data;
  if (!newest) throw new Error('the mail is not in the list');
  return newest;
}
