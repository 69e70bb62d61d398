// Calls of the mail side: guest session, mailboxes, messages.

import { call, callBytes, callWhole } from './client.ts';
import type { Mailbox, Message, MessageItem, Page, Session } from './types.ts';

export interface NewMailbox {
  readonly localPart?: string;
  readonly domain?: string;
  readonly ttl?: number;
}

export const openSession = () => call<Session & { key: string }>('POST', '/session');
export const readSession = (key: string) => call<Session>('GET', '/session', { token: key });
export const publicDomains = () => call<readonly { domain: string }[]>('GET', '/domains');

/** The credential decides whose it is: a guest key's session, a user token's account, or nobody's. */
export const createMailbox = (wish: NewMailbox, credential: string | null) =>
  call<Mailbox>('POST', '/mailboxes', { token: credential, body: wish });
export const extendMailbox = (token: string, ttl?: number) =>
  call<Mailbox>('POST', '/mailboxes/me/extend', { token, body: ttl === undefined ? {} : { ttl } });
export const destroyMailbox = (token: string) => call<void>('DELETE', '/mailboxes/me', { token });

export interface ListQuery {
  readonly after?: string | null;
  readonly cursor?: string | null;
  readonly wait?: number;
  readonly limit?: number;
}
export const listMessages = (token: string, query: ListQuery, signal?: AbortSignal) =>
  callWhole<Page<MessageItem>>('GET', '/mailboxes/me/messages', { token, query: { ...query }, signal });
export const readMessage = (token: string, id: string) => call<Message>('GET', `/messages/${id}`, { token });
export const deleteMessage = (token: string, id: string) => call<void>('DELETE', `/messages/${id}`, { token });
export const rawMessage = (token: string, id: string) => callBytes(`/messages/${id}/raw`, { token });
export const attachmentBytes = (token: string, id: string, attId: string) =>
  callBytes(`/messages/${id}/attachments/${attId}`, { token });
