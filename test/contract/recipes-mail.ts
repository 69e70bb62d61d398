// Recipes of mail: mailboxes, messages, codes, guest sessions, and what developer keys may do with them.

import { openMailbox } from '../support/mailbox.ts';
import type { Recipe, Recipes } from './recipes.ts';
import { unknownId, type World } from './world.ts';

const HOUR = 3_600;

/** With the visitor's mailbox token, at a path that is known once the world is. */
const read =
  (path?: (world: World) => string, code?: string): Recipe =>
  (world) => ({
    token: world.visitor.mailbox.token,
    ...(path === undefined ? {} : { path: path(world) }),
    ...(code === undefined ? {} : { code }),
  });
/** With a developer key of the tenant, for one of its mailboxes. */
const byKey =
  (path: (mailbox: string) => string, more: { scopes?: string[]; mailbox?: string; code?: string } = {}): Recipe =>
  async ({ tenant, addKey }) => ({
    token: more.scopes ? (await addKey(tenant.token, more.scopes)).key : tenant.key,
    path: path(more.mailbox ?? tenant.mailbox.id),
    ...(more.code === undefined ? {} : { code: more.code }),
  });
const messages = (mailbox: string) => `/keys/mailboxes/${mailbox}/messages`;
const otp = (mailbox: string) => `/keys/mailboxes/${mailbox}/otp/latest`;

export const mailRecipes: Recipes = {
  'GET /domains': { 200: () => ({}) },
  'GET /me/mailboxes': {
    200: ({ tenant }) => ({ token: tenant.token }),
    422: ({ tenant }) => ({ token: tenant.token, path: '/me/mailboxes?limit=101', code: 'request.validation' }),
  },
  'POST /mailboxes': {
    201: () => ({ body: { localPart: 'chosen', ttl: 60 } }),
    403: async ({ app, free }) => {
      const { token } = await free();
      for (let opened = 0; opened < 10; opened++) await openMailbox(app, {}, token);
      return { token, code: 'mailbox.limit_reached' };
    },
    409: async ({ visitor }) => ({
      body: { localPart: visitor.mailbox.address.split('@')[0] },
      code: 'mailbox.local_part_taken',
    }),
    422: () => ({ body: { domain: 'nowhere.example' }, code: 'mailbox.domain_unavailable' }),
    429: async ({ limited, nextIp }) => {
      const ip = nextIp();
      await limited.call('POST', '/mailboxes', { ip });
      return { of: 'limited', ip, code: 'rate.limited' };
    },
  },
  'GET /mailboxes/me': { 200: read() },
  'DELETE /mailboxes/me': { 204: async ({ receive }) => ({ token: (await receive()).mailbox.token }) },
  'POST /mailboxes/me/extend': {
    200: read(),
    403: ({ visitor }) => ({ token: visitor.mailbox.token, body: { ttl: 25 * HOUR }, code: 'mailbox.extend_limit' }),
    422: ({ visitor }) => ({ token: visitor.mailbox.token, body: { ttl: 59 }, code: 'request.validation' }),
  },

  'GET /mailboxes/me/messages': {
    200: read(() => '/mailboxes/me/messages?wait=1'),
    422: read(() => '/mailboxes/me/messages?wait=-1', 'request.validation'),
  },
  'GET /messages/{id}': {
    200: read(({ visitor }) => `/messages/${visitor.message}`),
    404: read(() => `/messages/${unknownId('message')}`, 'message.not_found'),
  },
  'DELETE /messages/{id}': {
    204: async ({ receive }) => {
      const { mailbox, message } = await receive();
      return { token: mailbox.token, path: `/messages/${message}` };
    },
    404: read(() => `/messages/${unknownId('message')}`, 'message.not_found'),
  },
  'GET /messages/{id}/raw': {
    200: async ({ receive }) => {
      const { mailbox, message } = await receive();
      return { token: mailbox.token, path: `/messages/${message}/raw` };
    },
    404: read(() => `/messages/${unknownId('message')}/raw`, 'message.not_found'),
    410: async ({ receive, app }) => {
      const { mailbox, message } = await receive();
      app.clock.advance(15 * 60);
      return { token: mailbox.token, path: `/messages/${message}/raw`, code: 'message.raw_expired' };
    },
  },
  'GET /messages/{id}/attachments/{attId}': {
    200: read(({ visitor }) => `/messages/${visitor.message}/attachments/${visitor.attachment}`),
    404: read(
      ({ visitor }) => `/messages/${visitor.message}/attachments/${unknownId('attachment')}`,
      'attachment.not_found',
    ),
  },

  'GET /mailboxes/me/otp/latest': {
    200: read(() => '/mailboxes/me/otp/latest?wait=1'),
    404: read(({ visitor }) => `/mailboxes/me/otp/latest?after=${visitor.message}`, 'otp.not_found'),
    422: read(() => '/mailboxes/me/otp/latest?wait=soon', 'request.validation'),
  },

  'GET /session': { 200: ({ guest }) => ({ token: guest }) },
  'POST /session': {
    201: () => ({}),
    429: async ({ limited, nextIp }) => {
      const ip = nextIp();
      await limited.call('POST', '/session', { ip });
      return { of: 'limited', ip, code: 'rate.limited' };
    },
  },
  'DELETE /session': { 204: async ({ openSession }) => ({ token: await openSession() }) },

  'POST /keys/mailboxes': {
    201: ({ tenant }) => ({ token: tenant.key, body: { ttl: HOUR } }),
    403: byKey(() => '/keys/mailboxes', { scopes: ['otp:read'], code: 'key.scope_missing' }),
    409: ({ tenant }) => ({
      token: tenant.key,
      body: { localPart: tenant.mailbox.address.split('@')[0] },
      code: 'mailbox.local_part_taken',
    }),
    422: ({ tenant }) => ({ token: tenant.key, body: { ttl: 59 }, code: 'request.validation' }),
    429: async ({ limited, limitedKey }) => {
      const token = await limitedKey();
      await limited.call('POST', '/keys/mailboxes', { token });
      return { of: 'limited', token, code: 'rate.limited' };
    },
  },
  'GET /keys/mailboxes/{id}/messages': {
    200: byKey(messages),
    403: byKey(messages, { scopes: ['otp:read'], code: 'key.scope_missing' }),
    404: byKey(messages, { mailbox: unknownId('mailbox'), code: 'mailbox.not_found' }),
    410: async ({ tenant, expiring }) => ({
      token: tenant.key,
      path: `${messages(await expiring())}?wait=5`,
      code: 'mailbox.expired',
    }),
    422: byKey((mailbox) => `${messages(mailbox)}?cursor=made-up`, { code: 'request.invalid_cursor' }),
  },
  'GET /keys/mailboxes/{id}/otp/latest': {
    200: byKey(otp),
    403: byKey(otp, { scopes: ['messages:read'], code: 'key.scope_missing' }),
    404: byKey(otp, { mailbox: unknownId('mailbox'), code: 'mailbox.not_found' }),
    410: async ({ tenant, expiring }) => ({
      token: tenant.key,
      path: `${otp(await expiring())}?wait=5`,
      code: 'mailbox.expired',
    }),
    422: byKey((mailbox) => `${otp(mailbox)}?wait=-1`, { code: 'request.validation' }),
  },
};
