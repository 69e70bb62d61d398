// Recipes of what needs no credential of a customer: sign-in, catalog, content, site, probes, and other systems' callbacks.

import { resetToken } from '../support/accounts.ts';
import { bankReport } from '../support/bank.ts';
import type { Recipe, Recipes } from './recipes.ts';
import type { Scheme } from './spec-table.ts';

const plain: Recipe = () => ({});
const PASSWORD = 'a new and better one';
const UNKNOWN_TOKEN = 'q3ZK0v9dJ1mE7uTn5rBwXyLc2aPgHsFo8iQkVzMtDeY';

/** Twice from one address at the service whose limits are all 1. */
const twice =
  (path: string, body: unknown): Recipe =>
  async ({ limited, nextIp }) => {
    const ip = nextIp();
    await limited.call('POST', path, { ip, body });
    return { of: 'limited', ip, body, code: 'rate.limited' };
  };
const asSender =
  (scheme: Scheme, body: unknown, code?: string): Recipe =>
  ({ authorization }) => ({
    headers: authorization(scheme),
    body,
    ...(code === undefined ? {} : { code }),
  });
const twoLanguages = (path: string): Recipe => {
  return () => ({ path: `${path}?lang=en&lang=vi`, code: 'request.validation' });
};

export const publicRecipes: Recipes = {
  'POST /auth/password/forgot': {
    204: () => ({ body: { email: 'nobody@people.example' } }),
    422: () => ({ body: { email: 'x'.repeat(256) }, code: 'request.validation' }),
    429: twice('/auth/password/forgot', { email: 'nobody@people.example' }),
  },
  'POST /auth/password/reset': {
    204: async ({ app, free }) => {
      const token = await resetToken(app, (await free()).email);
      return { body: { token, password: PASSWORD } };
    },
    410: () => ({ body: { token: UNKNOWN_TOKEN, password: PASSWORD }, code: 'auth.reset_token_gone' }),
    422: () => ({ body: { token: UNKNOWN_TOKEN, password: 'short' }, code: 'request.validation' }),
    429: twice('/auth/password/reset', { token: UNKNOWN_TOKEN, password: PASSWORD }),
  },
  'POST /auth/token': {
    200: async ({ free }) => {
      const { email, password } = await free();
      return { body: { email, password } };
    },
    401: async ({ enrolled }) => {
      const { email, password } = await enrolled(true);
      return { body: { email, password }, code: 'auth.totp_required' };
    },
    422: () => ({ body: { email: 'nobody@people.example' }, code: 'request.validation' }),
    429: twice('/auth/token', { email: 'nobody@people.example', password: PASSWORD }),
  },

  'GET /plans': { 200: plain },
  'GET /payment-providers': { 200: plain },

  'GET /content/notices': { 200: plain, 422: twoLanguages('/content/notices') },
  'GET /content/pages': { 200: plain, 422: twoLanguages('/content/pages') },
  'GET /content/footer': { 200: plain, 422: twoLanguages('/content/footer') },
  'GET /content/pages/{key}': {
    200: () => ({ path: '/content/pages/terms' }),
    404: () => ({ path: '/content/pages/none', code: 'page.not_found' }),
    422: twoLanguages('/content/pages/terms'),
  },

  'GET /site': { 200: plain },
  'GET /site/robots.txt': { 200: plain },
  'GET /site/sitemap.xml': { 200: plain },
  'GET /healthz': { 200: plain },
  'GET /readyz': {
    200: plain,
    // Its SMTP listener was never opened.
    503: () => ({ of: 'limited' }),
  },

  'POST /integrations/alerts': {
    200: asSender('alertWebhook', { status: 'firing', commonLabels: { alertname: 'MailDeferred' }, surprise: 1 }),
  },
  'POST /integrations/bank/webhook': {
    200: asSender('bankApikey', bankReport({ surprise: 1 })),
    422: asSender('bankApikey', { content: 'a transfer without an id' }, 'request.validation'),
  },
};
