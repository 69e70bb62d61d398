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
  await page.evaluate(AXE);
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
  });
  afterAll(() => stage.close());

  const PLACES: readonly [path: string, heading: string][] = [
    ['/app/signup', 'Create an account'],
    ['/app/signup/confirm?token=x', 'Confirm your address'],
    ['/app/signin', 'Sign in'],
    ['/app/forgot', 'Forgot the password?'],
    ['/app/reset?token=x', 'Set a new password'],
    ['/app/plans', 'Plan'],
    ['/app/nowhere', 'Nothing lives here'],
  ];
  test.each(PLACES)('%s has no violation', async (path, heading) => {
    const { page } = await stage.visit({ path });
    await page.getByRole('heading', { name: heading, level: 1 }).waitFor();
    expect(await violations(page)).toEqual([]);
    await page.context().close();
  });

  const SECTIONS = ['account', 'mailboxes', 'domains', 'filters', 'webhooks', 'keys', 'plans', 'wallet'] as const;
  test.each(SECTIONS)('the account section %s has no violation', async (section) => {
    const { page } = await stage.visit({ path: `/app/${section}`, userToken: person.token });
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.waitForLoadState('networkidle');
    expect(await violations(page)).toEqual([]);
    await page.context().close();
  });

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
  });

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
