// The endpoint tables of the specification as data, typed in by hand from its part 4: what the generated description
// is held against. Path, credential and every documented status of the 67 operations, in the order of the tables.

export type Scheme =
  | 'public'
  | 'mailboxToken'
  | 'guestSession'
  | 'userToken'
  | 'apiKey'
  | 'alertWebhook'
  | 'bankApikey';

export interface SpecRow {
  /** `METHOD /path`, as the tables write it. */
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly scheme: Scheme;
  readonly group: string;
  readonly statuses: readonly number[];
}

const TABLES: Record<string, readonly (readonly [name: string, scheme: Scheme, statuses: string])[]> = {
  account: [
    ['GET /me', 'userToken', '200 401'],
    ['PATCH /me', 'userToken', '200 401 422'],
    ['GET /me/2fa', 'userToken', '200 401'],
    ['DELETE /me/2fa', 'userToken', '204 401 422'],
    ['POST /me/2fa/setup', 'userToken', '200 401 409'],
    ['POST /me/2fa/confirm', 'userToken', '200 401 422'],
  ],
  auth: [
    ['POST /auth/password/forgot', 'public', '204 422 429'],
    ['POST /auth/password/reset', 'public', '204 410 422 429'],
    ['POST /auth/token', 'public', '200 401 422 429'],
  ],
  billing: [
    ['GET /plans', 'public', '200'],
    ['GET /payment-providers', 'public', '200'],
    ['GET /me/subscription', 'userToken', '200 401'],
    ['POST /me/subscription', 'userToken', '201 401 402 422'],
    ['DELETE /me/subscription', 'userToken', '200 401'],
    ['POST /me/addons', 'userToken', '201 401 402 422'],
    ['GET /me/wallet', 'userToken', '200 401'],
    ['GET /me/wallet/transactions', 'userToken', '200'],
    ['GET /me/wallet/topups', 'userToken', '200'],
    ['POST /me/wallet/topups', 'userToken', '201 400 422'],
    ['GET /me/wallet/topups/{orderId}', 'userToken', '200 404'],
  ],
  content: [
    ['GET /content/notices', 'public', '200'],
    ['GET /content/pages', 'public', '200'],
    ['GET /content/footer', 'public', '200'],
    ['GET /content/pages/{key}', 'public', '200 404'],
  ],
  domains: [
    ['GET /me/domains', 'userToken', '200 401'],
    ['POST /me/domains', 'userToken', '201 401 403 409 422'],
    ['DELETE /me/domains/{id}', 'userToken', '204 401 404'],
    ['PATCH /me/domains/{id}/catch-all', 'userToken', '200 401 403 404 422'],
    ['POST /me/domains/{id}/verify', 'userToken', '200 401 404 422'],
  ],
  filters: [
    ['GET /me/filters', 'userToken', '200 401'],
    ['POST /me/filters', 'userToken', '201 401 422'],
    ['POST /me/filters/test', 'userToken', '200 401 422'],
    ['PATCH /me/filters/{id}', 'userToken', '200 401 422'],
    ['DELETE /me/filters/{id}', 'userToken', '204 401'],
  ],
  integrations: [
    ['POST /integrations/alerts', 'alertWebhook', '200 401'],
    ['POST /integrations/bank/webhook', 'bankApikey', '200 401'],
  ],
  keys: [
    ['GET /me/api-keys', 'userToken', '200 401'],
    ['POST /me/api-keys', 'userToken', '201 401 403 422'],
    ['DELETE /me/api-keys/{prefix}', 'userToken', '204 401 404'],
    ['POST /keys/mailboxes', 'apiKey', '201 401 403 422 429'],
    ['GET /keys/mailboxes/{id}/messages', 'apiKey', '200 401 403 404'],
    ['GET /keys/mailboxes/{id}/otp/latest', 'apiKey', '200 401 403 404'],
  ],
  mailboxes: [
    ['GET /domains', 'public', '200'],
    ['GET /me/mailboxes', 'userToken', '200 401'],
    ['POST /mailboxes', 'public', '201 409 422 429'],
    ['GET /mailboxes/me', 'mailboxToken', '200 401 410'],
    ['DELETE /mailboxes/me', 'mailboxToken', '204 401'],
    ['POST /mailboxes/me/extend', 'mailboxToken', '200 403 410'],
  ],
  messages: [
    ['GET /mailboxes/me/messages', 'mailboxToken', '200 401 410'],
    ['GET /messages/{id}', 'mailboxToken', '200 404'],
    ['DELETE /messages/{id}', 'mailboxToken', '204 404'],
    ['GET /messages/{id}/raw', 'mailboxToken', '200 404 410'],
    ['GET /messages/{id}/attachments/{attId}', 'mailboxToken', '200 404'],
  ],
  otp: [['GET /mailboxes/me/otp/latest', 'mailboxToken', '200 404']],
  session: [
    ['GET /session', 'guestSession', '200 401'],
    ['POST /session', 'public', '201 429'],
    ['DELETE /session', 'guestSession', '204 401'],
  ],
  site: [
    ['GET /site', 'public', '200'],
    ['GET /site/robots.txt', 'public', '200'],
    ['GET /site/sitemap.xml', 'public', '200'],
  ],
  system: [
    ['GET /healthz', 'public', '200'],
    ['GET /readyz', 'public', '200 503'],
  ],
  webhooks: [
    ['GET /me/webhooks', 'userToken', '200 401'],
    ['POST /me/webhooks', 'userToken', '201 401 403 422'],
    ['PATCH /me/webhooks/{id}', 'userToken', '200 401 422'],
    ['DELETE /me/webhooks/{id}', 'userToken', '204 401'],
    ['GET /me/webhooks/{id}/deliveries', 'userToken', '200 401'],
  ],
};

export const SPEC: readonly SpecRow[] = Object.entries(TABLES).flatMap(([group, rows]) =>
  rows.map(([name, scheme, statuses]) => {
    const [method = '', path = ''] = name.split(' ');
    return { name, method, path, scheme, group, statuses: statuses.split(' ').map(Number) };
  }),
);
