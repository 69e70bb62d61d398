// Calls of the account side. Every one takes the user token; web/src/lib/state/account keeps it.

import { call, callApp, callWhole } from './client.ts';
import type {
  Account,
  ApiKey,
  Delivery,
  Domain,
  Filter,
  FilterTest,
  Interval,
  LedgerEntry,
  Mailbox,
  Page,
  Plans,
  Provider,
  Subscription,
  Token,
  TopUp,
  TwoFactorSetup,
  Webhook,
} from './types.ts';

export const signUp = (email: string, password: string) => callApp<unknown>('/signup', { email, password });
export const confirmSignUp = (token: string) => callApp<Token>('/signup/confirm', { token });
export const signIn = (email: string, password: string, code?: string) =>
  call<Token>('POST', '/auth/token', { body: { email, password, ...(code ? { code } : {}) } });
export const forgotPassword = (email: string) => call<void>('POST', '/auth/password/forgot', { body: { email } });
export const resetPassword = (token: string, password: string) =>
  call<void>('POST', '/auth/password/reset', { body: { token, password } });

export const readAccount = (token: string) => call<Account>('GET', '/me', { token });
export const changeLocale = (token: string, locale: string) =>
  call<Account>('PATCH', '/me', { token, body: { locale } });
export const setUpTwoFactor = (token: string) => call<TwoFactorSetup>('POST', '/me/2fa/setup', { token });
export const confirmTwoFactor = (token: string, code: string) =>
  call<{ recoveryCodes: readonly string[] }>('POST', '/me/2fa/confirm', { token, body: { code } });
export const endTwoFactor = (token: string, code: string) => call<void>('DELETE', '/me/2fa', { token, body: { code } });

export const accountMailboxes = (token: string, cursor: string | null) =>
  callWhole<Page<Mailbox>>('GET', '/me/mailboxes', { token, query: { cursor } });

export const listKeys = (token: string) => call<readonly ApiKey[]>('GET', '/me/api-keys', { token });
export const issueKey = (
  token: string,
  body: { name: string; scopes: string[]; allowedCidrs?: string[]; expiresAt?: string },
) => call<ApiKey & { key: string }>('POST', '/me/api-keys', { token, body });
export const revokeKey = (token: string, prefix: string) => call<void>('DELETE', `/me/api-keys/${prefix}`, { token });

export const listDomains = (token: string) => call<readonly Domain[]>('GET', '/me/domains', { token });
export const addDomain = (token: string, domain: string) =>
  call<Domain>('POST', '/me/domains', { token, body: { domain } });
export const removeDomain = (token: string, id: string) => call<void>('DELETE', `/me/domains/${id}`, { token });
export const verifyDomain = (token: string, id: string) => call<Domain>('POST', `/me/domains/${id}/verify`, { token });
export const setCatchAll = (token: string, id: string, enabled: boolean) =>
  call<Domain>('PATCH', `/me/domains/${id}/catch-all`, { token, body: { enabled } });

export interface FilterDraft {
  name: string;
  fromPattern: string | null;
  subjectPattern: string | null;
  extractRegex: string;
  priority: number;
}
export const listFilters = (token: string) => call<readonly Filter[]>('GET', '/me/filters', { token });
export const addFilter = (token: string, body: FilterDraft & { scopeType: string; domainId: string | null }) =>
  call<Filter>('POST', '/me/filters', { token, body });
export const changeFilter = (token: string, id: string, body: Partial<FilterDraft & { status: Filter['status'] }>) =>
  call<Filter>('PATCH', `/me/filters/${id}`, { token, body });
export const removeFilter = (token: string, id: string) => call<void>('DELETE', `/me/filters/${id}`, { token });
export const testFilter = (
  token: string,
  filter: Pick<FilterDraft, 'extractRegex' | 'fromPattern' | 'subjectPattern'>,
  sample: { from: string; subject: string; text: string },
  signal: AbortSignal,
) => call<FilterTest>('POST', '/me/filters/test', { token, body: { filter, sample }, signal });

export const listWebhooks = (token: string) => call<readonly Webhook[]>('GET', '/me/webhooks', { token });
export const addWebhook = (token: string, body: { url: string; events: string[]; domainId?: string | null }) =>
  call<Webhook & { secret: string }>('POST', '/me/webhooks', { token, body });
export const changeWebhook = (
  token: string,
  id: string,
  body: { url?: string; events?: string[]; status?: Webhook['status'] },
) => call<Webhook>('PATCH', `/me/webhooks/${id}`, { token, body });
export const removeWebhook = (token: string, id: string) => call<void>('DELETE', `/me/webhooks/${id}`, { token });
export const listDeliveries = (token: string, id: string) =>
  call<readonly Delivery[]>('GET', `/me/webhooks/${id}/deliveries`, { token });

export const readPlans = () => call<Plans>('GET', '/plans');
export const readProviders = () => call<readonly Provider[]>('GET', '/payment-providers');
export const readSubscription = (token: string) => call<Subscription>('GET', '/me/subscription', { token });
export const subscribe = (token: string, planCode: string, interval: Interval) =>
  call<Subscription>('POST', '/me/subscription', { token, body: { planCode, interval } });
export const stopRenewal = (token: string) => call<Subscription>('DELETE', '/me/subscription', { token });
export const buyAddon = (token: string, code: string, interval: Interval) =>
  call<unknown>('POST', '/me/addons', { token, body: { code, interval } });
export const readWallet = (token: string) => call<{ balance: number }>('GET', '/me/wallet', { token });
export const readLedger = (token: string, cursor: string | null) =>
  callWhole<Page<LedgerEntry>>('GET', '/me/wallet/transactions', { token, query: { cursor } });
export const listTopUps = (token: string) =>
  call<readonly TopUp[]>('GET', '/me/wallet/topups', { token, query: { limit: 20 } });
export const createTopUp = (token: string, provider: string, amount: number) =>
  call<TopUp>('POST', '/me/wallet/topups', { token, body: { provider, amount, currency: 'VND' } });
export const readTopUp = (token: string, id: string) => call<TopUp>('GET', `/me/wallet/topups/${id}`, { token });
