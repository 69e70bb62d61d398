// axe on every page: all rules in the light theme, and the contrast of colours again in the dark one.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAccount, type TestAccount } from '../support/accounts.ts';
import { BANK_ENV } from '../support/bank.ts';
import { deliver } from '../support/mailbox.ts';
import { describeInBrowser, openStage, type Stage, shownAddress } from './stage.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[];
}

async function violations(page: Page): Promise<string[]> {
  if ((await page.evaluate('typeof axe')) === 'undefined') await page.evaluate(AXE);
  const run = async (theme: string, options: object): Promise<string[]> => {
    await page.evaluate(`document.documentElement.dataset.theme = ${JSON.stringify(theme)}`);
    const found = await page.evaluate<Violation[]>(
      `axe.run(document, ${JSON.stringify({ iframes: false, ...options })}).then(({ violations }) => violations)`,
    );
    return found.flatMap(({ id, nodes }) => nodes.map((node) => `${theme} ${id}: ${node.html} ${node.failureSummary}`));
  };
  const light = await run('light', {});
  const dark = await run('dark', { runOnly: { type: 'rule', values: ['color-contrast'] } });
  return [...light, ...dark];
}

describeInBrowser('accessibility', () => {
  let stage: Stage;
  let person: TestAccount;
  beforeAll(async () => {
    stage = await openStage(BANK_ENV);
    person = await createAccount(stage.app);
    const { token } = person;
    await stage.app.assembly.services.billing.wallet.grant(person.userId, 700, 'a test');
    await stage.app.call('POST', '/me/subscription', { token, body: { planCode: 'pro', interval: 'monthly' } });
    await stage.app.call('POST', '/me/domains', { token, body: { domain: 'mail.people.example' } });
    await stage.app.call('POST', '/me/filters', { token, body: { name: 'Pass', extractRegex: 'pass (.+)' } });
    await stage.app.call('POST', '/me/api-keys', { token, body: { name: 'CI', scopes: ['otp:read'] } });
    await stage.app.call('POST', '/mailboxes', { token, body: {} });
    const { content } = stage.app.assembly.services;
    const text = { format: 'html', text: '<p>Nothing is kept. <a href="/docs">Read on</a>.</p>' } as const;
    await content.putPage({ key: 'privacy', locale: 'en', title: 'Privacy', source: text });
    await content.putFooter({ locale: 'en', source: text });
    await content.putNotice({ kind: 'banner', locale: 'en', title: 'Tonight', source: text });
  });
  afterAll(() => stage.close());

  // One page for each, moved by its own history: axe stays loaded, and the whole run stays short.
  const at = (page: Page, path: string) =>
    page.evaluate(`history.pushState(null, '', ${JSON.stringify(path)}); dispatchEvent(new PopStateEvent('popstate'))`);

  const PLACES: readonly [path: string, heading: string][] = [
    ['/app/signup', 'Create an account'],
    ['/app/signup/confirm?token=x', 'Confirm your address'],
    ['/app/signin', 'Sign in'],
    ['/app/forgot', 'Forgot the password?'],
    ['/app/reset?token=x', 'Set a new password'],
    ['/app/plans', 'Plan'],
    ['/app/pages/privacy', 'Privacy'],
    ['/app/nowhere', 'Nothing lives here'],
  ];
  test('no page for guests has a violation', async () => {
    const { page } = await stage.visit({ path: '/app/signup' });
    for (const [path, heading] of PLACES) {
      await at(page, path);
      await page.getByRole('heading', { name: heading, level: 1 }).waitFor();
      expect(await violations(page), path).toEqual([]);
    }
    await page.context().close();
  }, 40_000);

  const SECTIONS: readonly [path: string, settled: string][] = [
    ['account', 'Member since'],
    ['mailboxes', 'until'],
    ['domains', 'mail.people.example'],
    ['filters', 'pass (.+)'],
    ['webhooks', 'No webhooks yet'],
    ['keys', 'mfk_'],
    ['plans', 'Renews on'],
    ['wallet', 'a test'],
  ];
  test('no section of the account has a violation', async () => {
    const { page } = await stage.visit({ path: '/app/account', userToken: person.token });
    for (const [section, settled] of SECTIONS) {
      await at(page, `/app/${section}`);
      await page.getByText(settled).first().waitFor();
      expect(await violations(page), section).toEqual([]);
    }
    await page.context().close();
  }, 40_000);

  test('dialogs of the account have no violation', async () => {
    const { page } = await stage.visit({ path: '/app/keys', userToken: person.token });
    for (const [section, button] of [
      ['Developer keys', 'New key'],
      ['Webhooks', 'New webhook'],
      ['Account', 'Set up'],
    ] as const) {
      await page.getByRole('navigation', { name: 'Account sections' }).getByRole('link', { name: section }).click();
      await page.getByRole('button', { name: button }).click();
      await page.getByRole('dialog').waitFor();
      expect(await violations(page)).toEqual([]);
      await page.keyboard.press('Escape');
    }
    await page.getByRole('link', { name: 'Filters' }).click();
    await page.getByRole('button', { name: 'New filter' }).click();
    expect(await violations(page)).toEqual([]);
    await page.context().close();
  }, 40_000);

  test('a top-up order has no violation', async () => {
    const body = { provider: 'bank_transfer', amount: 50_000, currency: 'VND' };
    const order = await stage.app.call<{ data: { id: string } }>('POST', '/me/wallet/topups', {
      token: person.token,
      body,
    });
    const { page } = await stage.visit({ path: `/app/topups/${order.body.data.id}`, userToken: person.token });
    await page.getByRole('img').waitFor();
    expect(await violations(page)).toEqual([]);
    await page.context().close();
  });

  test('the first page has no violation: empty, with a code, reading, with its dialogs, ended', async () => {
    const { page } = await stage.visit();
    const address = await shownAddress(page);
    await page.getByText('No mail yet').waitFor();
    expect(await violations(page)).toEqual([]);
    const html = '<p>Your code is <b>482913</b></p><img src="http://tracker.example/x.gif">';
    const headers = 'MIME-Version: 1.0\r\nContent-Type: text/html';
    await deliver(stage.app, address, `From: a@b.example\r\nSubject: Your code\r\n${headers}\r\n\r\n${html}`);
    await page.getByRole('button', { name: 'Copy code' }).waitFor();
    expect(await violations(page)).toEqual([]);
    await page.locator('li a[data-message]').click();
    await page.getByRole('button', { name: 'Show remote images' }).waitFor();
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Headers' }).click();
    expect(await violations(page)).toEqual([]);
    for (const button of ['New address', 'Show QR code'] as const) {
      await page.getByRole('button', { name: button }).click();
      await page.getByRole('dialog').waitFor();
      expect(await violations(page)).toEqual([]);
      await page.keyboard.press('Escape');
    }
    const token = await page.evaluate<string>(`JSON.parse(localStorage.getItem('mayfly.mailboxes'))[0].token`);
    await stage.app.call('DELETE', '/mailboxes/me', { token });
    await page.reload();
    await page.getByRole('heading', { name: 'This address has ended' }).waitFor();
    expect(await violations(page)).toEqual([]);
    await page.context().close();
  }, 40_000);
});
