// Messages for tests: read, downloaded and deleted through the API.

import type { TestApp } from './app.ts';
import { deliverAndFind, type OpenedMailbox, openMailbox, type Problem } from './mailbox.ts';

export interface Attachment {
  readonly id: string;
  readonly filename: string | null;
  readonly contentType: string;
  readonly size: number;
  readonly disposition: string;
  readonly contentId: string | null;
  readonly sha256: string;
  readonly retained: boolean;
}

export interface Detail {
  readonly id: string;
  readonly text: string | null;
  readonly html: string | null;
  readonly snippet: string;
  readonly attachments: Attachment[];
  readonly blockedRemote: number;
  readonly headers: { name: string; value: string }[];
  readonly auth: Record<string, string>;
  readonly timing: Record<string, string>;
  readonly messageId: string | null;
}

export const show = (app: TestApp, token: string, id: string) =>
  app.call<{ data: Detail } & Problem>('GET', `/messages/${id}`, { token });
export const raw = (app: TestApp, token: string, id: string) =>
  app.call<Problem>('GET', `/messages/${id}/raw`, { token });
export const remove = (app: TestApp, token: string, id: string) =>
  app.call<Problem>('DELETE', `/messages/${id}`, { token });
export const download = (app: TestApp, token: string, id: string, attachment: string) =>
  app.call<Problem>('GET', `/messages/${id}/attachments/${attachment}`, { token });

/** Delivers one mail to a mailbox of its own and answers how it is shown. */
export async function received(
  app: TestApp,
  mail: Parameters<typeof deliverAndFind>[2],
): Promise<{ mailbox: OpenedMailbox; detail: Detail }> {
  const mailbox = await openMailbox(app);
  const { id } = await deliverAndFind(app, mailbox, mail);
  return { mailbox, detail: (await show(app, mailbox.token, id)).body.data };
}
