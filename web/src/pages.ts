// Which address shows which page. Everything but the first page is loaded when it is opened.

import type { Component } from 'svelte';
import { t } from './lib/i18n/i18n.svelte.ts';
import { isHome } from './lib/state/router.svelte.ts';

interface Page {
  readonly title: () => string;
  readonly load: () => Promise<Component>;
}

const page = (title: () => string, module: () => Promise<{ default: Component }>): Page => {
  let loaded: Promise<Component> | null = null;
  return {
    title,
    load() {
      loaded ??= module().then(
        ({ default: view }) => view,
        (error: unknown) => {
          loaded = null;
          throw error;
        },
      );
      return loaded;
    },
  };
};

const PAGES: Readonly<Record<string, Page>> = {
  '/app/signup': page(
    () => t().signUp.title,
    () => import('./views/SignUp.svelte'),
  ),
  '/app/signup/confirm': page(
    () => t().signUp.confirmTitle,
    () => import('./views/ConfirmSignUp.svelte'),
  ),
  '/app/signin': page(
    () => t().signIn.title,
    () => import('./views/SignIn.svelte'),
  ),
  '/app/forgot': page(
    () => t().reset.forgotTitle,
    () => import('./views/Forgot.svelte'),
  ),
  '/app/reset': page(
    () => t().reset.title,
    () => import('./views/Reset.svelte'),
  ),
  '/app/account': page(
    () => t().account.title,
    () => import('./views/account/Account.svelte'),
  ),
  '/app/mailboxes': page(
    () => t().mailboxes.title,
    () => import('./views/account/Mailboxes.svelte'),
  ),
  '/app/domains': page(
    () => t().domains.title,
    () => import('./views/account/Domains.svelte'),
  ),
  '/app/filters': page(
    () => t().filters.title,
    () => import('./views/account/Filters.svelte'),
  ),
  '/app/webhooks': page(
    () => t().webhooks.title,
    () => import('./views/account/Webhooks.svelte'),
  ),
  '/app/keys': page(
    () => t().keys.title,
    () => import('./views/account/Keys.svelte'),
  ),
  '/app/plans': page(
    () => t().plans.title,
    () => import('./views/account/Plans.svelte'),
  ),
  '/app/wallet': page(
    () => t().wallet.title,
    () => import('./views/account/Wallet.svelte'),
  ),
};
const TOP_UP = page(
  () => t().topUp.title,
  () => import('./views/account/TopUp.svelte'),
);
const CONTENT = page(
  () => '',
  () => import('./views/ContentPage.svelte'),
);
const NOT_FOUND = page(
  () => t().states.notFoundTitle,
  () => import('./views/NotFound.svelte'),
);

/** null stands for the first page, which is part of the first load. */
export function pageAt(path: string): Page | null {
  if (isHome(path)) return null;
  const at = path.replace(/\/$/, '');
  if (/^\/app\/topups\/[^/]+$/.test(at)) return TOP_UP;
  if (/^\/app\/pages\/[^/]+$/.test(at)) return CONTENT;
  return PAGES[at] ?? NOT_FOUND;
}
