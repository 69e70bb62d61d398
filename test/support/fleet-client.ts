// A client of several processes: HTTP to any of them from an address of its own, mail that is tried again until it is taken.

import { setTimeout as sleep } from 'node:timers/promises';
import type { Fleet } from './fleet.ts';
import { connectSmtp, type SmtpClient, sendOn } from './smtp-client.ts';

export interface FleetAnswer<T> {
  readonly status: number;
  readonly body: T;
}

let lastAddress = 0;
/** The processes believe X-Forwarded-For here, so that limits by address do not meet where a test does not want it. */
const freshAddress = () => `198.18.${(++lastAddress >> 8) & 255}.${lastAddress & 255}`;

export async function callOn<T = unknown>(
  origin: string,
  method: string,
  path: string,
  options: { token?: string; body?: unknown; ip?: string; authorization?: string; signal?: AbortSignal } = {},
): Promise<FleetAnswer<T>> {
  const authorization = options.authorization ?? (options.token === undefined ? null : `Bearer ${options.token}`);
  const response = await fetch(`${origin}/api/v1${path}`, {
    method,
    headers: {
      'x-forwarded-for': options.ip ?? freshAddress(),
      ...(authorization === null ? {} : { authorization }),
      ...(options.body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
    ...(options.signal === undefined ? {} : { signal: options.signal }),
  });
  const text = await response.text();
  return { status: response.status, body: (text === '' ? undefined : JSON.parse(text)) as T };
}

export interface FleetMailbox {
  readonly id: string;
  readonly address: string;
  readonly token: string;
}

export async function openOn(origin: string, token?: string, body: object = {}): Promise<FleetMailbox> {
  const answer = await callOn<{ data: FleetMailbox }>(origin, 'POST', '/mailboxes', {
    body,
    ...(token === undefined ? {} : { token }),
  });
  if (answer.status !== 201) throw new Error(`opening a mailbox answered ${JSON.stringify(answer)}`);
  return answer.body.data;
}

export async function heldPollsOn(origin: string): Promise<number> {
  const metrics = await (await fetch(`${origin}/metrics`)).text();
  return Number(/^mayfly_held_polls (\d+)/m.exec(metrics)?.[1]);
}

/** Every subject in the mailbox, as often as it is there. */
export async function subjectsOn(origin: string, token: string): Promise<string[]> {
  const found: string[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const query: string = cursor === '' ? '' : `&cursor=${cursor}`;
    const page: FleetAnswer<{ data: { subject: string }[]; nextCursor: string | null }> = await callOn(
      origin,
      'GET',
      `/mailboxes/me/messages?limit=100${query}`,
      { token },
    );
    if (page.status !== 200) throw new Error(`the list answered ${page.status}`);
    found.push(...page.body.data.map(({ subject }) => subject));
    cursor = page.body.nextCursor;
  }
  return found;
}

/** A sending server: one mail after the other, each again and elsewhere until it got its 250 or a refusal for good. */
export async function sendWithRetry(
  fleet: Fleet,
  options: { to: string; label: string; until: () => boolean; first: number },
): Promise<{ taken: string[]; refused: string[] }> {
  const taken: string[] = [];
  const refused: string[] = [];
  let client: SmtpClient | null = null;
  let turn = options.first;
  for (let i = 0; !options.until(); i++) {
    const subject = `${options.label}-${i}`;
    for (;;) {
      client ??= await openAny(fleet, turn++);
      const reply = await sendOn(client, { to: options.to, raw: `Subject: ${subject}\r\n\r\nText of ${subject}.\r\n` });
      if (/^250 /.test(reply)) {
        taken.push(subject);
        // Steady rather than as fast as it goes: processes that start beside it need the machine too.
        await sleep(25);
        break;
      }
      if (/^5/.test(reply)) {
        refused.push(reply);
        break;
      }
      client.socket.destroy();
      client = null;
      await sleep(10);
    }
  }
  client?.socket.destroy();
  return { taken, refused };
}

async function openAny(fleet: Fleet, turn: number): Promise<SmtpClient> {
  for (let at = turn; ; at++) {
    // One that is being started again is not waited for, as a sender would not.
    const member = await Promise.race([fleet.member(at % fleet.size).catch(() => null), sleep(20, null)]);
    if (!member?.smtp) continue;
    const client = await connectSmtp(member.smtp);
    if (!client.socket.destroyed) return client;
    await sleep(5);
  }
}
