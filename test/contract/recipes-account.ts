// Recipes of what an account has: profile, two-factor, billing, domains, filters, webhooks and the keys themselves.

import { createSubscriber } from '../support/subscriber.ts';
import type { Recipe, Recipes } from './recipes.ts';
import { HOOK_URL, unknownId, type World } from './world.ts';

/** As the tenant, with this body. */
const own =
  (body?: unknown, code?: string): Recipe =>
  ({ tenant }) => ({
    token: tenant.token,
    ...(body === undefined ? {} : { body }),
    ...(code === undefined ? {} : { code }),
  });
/** As the tenant, at a path that is known once the world is. */
const at =
  (path: (world: World) => string | Promise<string>, body?: unknown, code?: string): Recipe =>
  async (world) => ({ ...(await own(body, code)(world)), path: await path(world) });

const order = { provider: 'bank_transfer', amount: 200_000, currency: 'VND' };
const plan = { planCode: 'plus', interval: 'monthly' };
const addon = { code: 'filters.plus50', interval: 'yearly' };
const newKey = { name: 'CI', scopes: ['otp:read'], allowedCidrs: ['192.0.2.0/24'], expiresAt: '2099-01-01T00:00:00Z' };
const newHook = { url: HOOK_URL, events: ['otp.received'] };
const newFilter = { name: 'Bank', fromPattern: '*@bank.example', extractRegex: 'code (\\d{8})', priority: 5 };
const trial = {
  filter: { extractRegex: '(\\d{8})', fromPattern: null, subjectPattern: null },
  sample: { from: 'a@b.example', subject: 'Hello', text: 'Your code is 20260301.' },
};

export const accountRecipes: Recipes = {
  'GET /me': { 200: own() },
  'PATCH /me': { 200: own({ locale: 'vi' }), 422: own({ locale: 'no tag!' }, 'request.validation') },
  'GET /me/2fa': { 200: own() },
  'DELETE /me/2fa': {
    204: async ({ enrolled }) => {
      const { token, code } = await enrolled(true);
      return { token, body: { code } };
    },
    422: own({ code: 'wrong' }, 'twofactor.invalid_code'),
  },
  'POST /me/2fa/setup': {
    200: async ({ free }) => ({ token: (await free()).token }),
    409: async ({ enrolled }) => ({ token: (await enrolled(true)).token, code: 'twofactor.already_enabled' }),
  },
  'POST /me/2fa/confirm': {
    200: async ({ enrolled }) => {
      const { token, code } = await enrolled(false);
      return { token, body: { code } };
    },
    422: own({ code: 'wrong' }, 'twofactor.invalid_code'),
  },

  'GET /me/subscription': { 200: own() },
  'POST /me/subscription': {
    201: async ({ app }) => ({ token: (await createSubscriber(app)).token, body: plan }),
    402: async ({ free }) => ({ token: (await free()).token, body: plan, code: 'wallet.insufficient_points' }),
    422: own({ ...plan, planCode: 'golden' }, 'plan.unknown'),
  },
  'DELETE /me/subscription': { 200: async ({ app }) => ({ token: (await createSubscriber(app)).token }) },
  'POST /me/addons': {
    201: own(addon),
    402: async ({ free }) => ({ token: (await free()).token, body: addon, code: 'wallet.insufficient_points' }),
    422: own({ ...addon, code: 'golden' }, 'addon.unknown'),
  },
  'GET /me/wallet': { 200: own() },
  'GET /me/wallet/transactions': {
    200: own(),
    422: at(() => '/me/wallet/transactions?cursor=made-up', undefined, 'request.invalid_cursor'),
  },
  'GET /me/wallet/topups': {
    200: own(),
    422: at(() => '/me/wallet/topups?limit=0', undefined, 'request.validation'),
  },
  'POST /me/wallet/topups': {
    201: own(order),
    400: own({ ...order, provider: 'bnb' }, 'payment.provider_unavailable'),
    422: own({ ...order, amount: 0 }, 'request.validation'),
  },
  'GET /me/wallet/topups/{orderId}': {
    200: at(({ tenant }) => `/me/wallet/topups/${tenant.topup}`),
    404: at(() => `/me/wallet/topups/${unknownId('topup')}`, undefined, 'topup.not_found'),
  },

  'GET /me/domains': { 200: own() },
  'POST /me/domains': {
    201: own({ domain: 'a-new-one.example' }),
    403: async ({ free }) => ({
      token: (await free()).token,
      body: { domain: 'too-many.example' },
      code: 'domain.limit_reached',
    }),
    409: ({ tenant }) => ({ token: tenant.token, body: { domain: tenant.domain.domain }, code: 'domain.taken' }),
    422: own({ domain: 'co.uk' }, 'request.validation'),
  },
  'DELETE /me/domains/{id}': {
    204: at(async ({ claimDomain, tenant }) => `/me/domains/${(await claimDomain(tenant.token)).id}`),
    404: at(() => `/me/domains/${unknownId('domain')}`, undefined, 'domain.not_found'),
  },
  'PATCH /me/domains/{id}/catch-all': {
    200: at(({ tenant }) => `/me/domains/${tenant.domain.id}/catch-all`, { enabled: true }),
    403: async ({ app, verifyDomain }) => {
      const { token } = await createSubscriber(app, 'plus');
      const { id } = await verifyDomain(token);
      return { path: `/me/domains/${id}/catch-all`, token, body: { enabled: true }, code: 'entitlement.required' };
    },
    404: at(() => `/me/domains/${unknownId('domain')}/catch-all`, { enabled: true }, 'domain.not_found'),
    422: at(
      async ({ claimDomain, tenant }) => `/me/domains/${(await claimDomain(tenant.token)).id}/catch-all`,
      { enabled: true },
      'domain.not_verified',
    ),
  },
  'POST /me/domains/{id}/verify': {
    200: at(async ({ claimDomain, pointDomain, tenant }) => {
      const domain = await claimDomain(tenant.token);
      pointDomain(domain);
      return `/me/domains/${domain.id}/verify`;
    }),
    404: at(() => `/me/domains/${unknownId('domain')}/verify`, undefined, 'domain.not_found'),
    422: at(
      async ({ claimDomain, tenant }) => `/me/domains/${(await claimDomain(tenant.token)).id}/verify`,
      undefined,
      'domain.dns_not_ready',
    ),
  },

  'GET /me/filters': { 200: own() },
  'POST /me/filters': { 201: own(newFilter), 422: own({ ...newFilter, extractRegex: '(' }, 'filter.invalid_regex') },
  'POST /me/filters/test': {
    200: own(trial),
    422: own({ ...trial, filter: { extractRegex: '(' } }, 'filter.invalid_regex'),
  },
  'PATCH /me/filters/{id}': {
    200: at(({ tenant }) => `/me/filters/${tenant.filter}`, { status: 'disabled' }),
    404: at(() => `/me/filters/${unknownId('filter')}`, { status: 'disabled' }, 'filter.not_found'),
    422: at(({ tenant }) => `/me/filters/${tenant.filter}`, { priority: 10_000 }, 'request.validation'),
  },
  'DELETE /me/filters/{id}': {
    204: at(async ({ addFilter, tenant }) => `/me/filters/${(await addFilter(tenant.token)).id}`),
    404: at(() => `/me/filters/${unknownId('filter')}`, undefined, 'filter.not_found'),
  },

  'GET /me/webhooks': { 200: own() },
  'POST /me/webhooks': {
    201: own(newHook),
    403: async ({ free, addWebhook }) => {
      const { token } = await free();
      await addWebhook(token);
      return { token, body: newHook, code: 'webhook.limit_reached' };
    },
    422: own({ ...newHook, url: 'https://private.customer.example/in' }, 'webhook.url_not_public'),
  },
  'PATCH /me/webhooks/{id}': {
    200: at(({ tenant }) => `/me/webhooks/${tenant.webhook}`, { status: 'paused' }),
    404: at(() => `/me/webhooks/${unknownId('webhook')}`, { status: 'paused' }, 'webhook.not_found'),
    422: at(({ tenant }) => `/me/webhooks/${tenant.webhook}`, { status: 'asleep' }, 'request.validation'),
  },
  'DELETE /me/webhooks/{id}': {
    204: at(async ({ addWebhook, tenant }) => `/me/webhooks/${(await addWebhook(tenant.token)).id}`),
    404: at(() => `/me/webhooks/${unknownId('webhook')}`, undefined, 'webhook.not_found'),
  },
  'GET /me/webhooks/{id}/deliveries': {
    200: at(({ tenant }) => `/me/webhooks/${tenant.webhook}/deliveries`),
    404: at(() => `/me/webhooks/${unknownId('webhook')}/deliveries`, undefined, 'webhook.not_found'),
  },

  'GET /me/api-keys': { 200: own() },
  'POST /me/api-keys': {
    201: own(newKey),
    403: async ({ free, addKey }) => {
      const { token } = await free();
      await addKey(token);
      return { token, body: newKey, code: 'key.limit_reached' };
    },
    422: own({ ...newKey, scopes: [] }, 'request.validation'),
  },
  'DELETE /me/api-keys/{prefix}': {
    204: at(async ({ addKey, tenant }) => `/me/api-keys/${(await addKey(tenant.token)).prefix}`),
    404: at(() => '/me/api-keys/mfk_00000000', undefined, 'key.not_found'),
  },
};
