// The account in the browser: from sign-up to a developer key, the filter tester, and a top-up that is credited as one looks.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { totpCode } from '../../src/lib/totp.ts';
import { createAccount, loggedToken } from '../support/accounts.ts';
import { BANK_ENV, bankReport, reportToBankHook } from '../support/bank.ts';
import { describeInBrowser, eventually, openStage, type Stage, shownAddress } from './stage.ts';

describeInBrowser('the account', () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await openStage(BANK_ENV);
  });
  afterAll(() => stage.close());

  test('sign-up, confirmation and a developer key that works', async () => {
    const { page, troubles } = await stage.visit({ path: '/app/signup' });
    await page.getByLabel('Email').fill('new@people.example');
    await page.getByLabel('Password').fill('four quiet river words');
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByRole('heading', { name: 'Look into your mail' }).waitFor();
    await eventually(() => loggedToken(stage.app, 'new@people.example', 'signup')).not.toBeNull();

    await page.goto(
      `${stage.origin}/app/signup/confirm?token=${loggedToken(stage.app, 'new@people.example', 'signup')}`,
    );
    await page.getByRole('button', { name: 'Confirm' }).click();
    await page.getByText('new@people.example').waitFor();

    await page.getByRole('link', { name: 'Developer keys' }).click();
    await page.getByRole('button', { name: 'New key' }).click();
    await page.getByLabel('Name').fill('staging tests');
    await page.getByRole('dialog').getByRole('button', { name: 'New key' }).click();
    const key = await page.locator('[data-secret]').innerText();
    const made = await stage.app.call('POST', '/keys/mailboxes', { token: key, body: {} });
    expect(made.status).toBe(201);
    await page.getByRole('button', { name: 'Kept safe' }).click();
    await page.getByText('staging tests').first().waitFor();
    expect(await page.content()).not.toContain(key);
    expect(troubles).toEqual([]);
    await page.context().close();
  });

  test('a second factor is set up from its key, and signing in asks for it', async () => {
    const person = await createAccount(stage.app);
    const { page } = await stage.visit({ path: '/app/account', userToken: person.token });
    await page.getByRole('button', { name: 'Set up' }).click();
    await page.getByRole('img', { name: 'Set up the second factor' }).waitFor();
    const secret = await page.locator('dialog code').innerText();
    await page.getByLabel('Six-digit code').fill(totpCode(secret, new Date()));
    await page.getByRole('button', { name: 'Turn on' }).click();
    const recovery = (await page.locator('[data-secret]').innerText()).split('\n');
    expect(recovery).toHaveLength(10);
    await page.getByRole('button', { name: 'Kept safe' }).click();
    await page.getByRole('button', { name: 'Sign out' }).click();

    await page.getByRole('link', { name: 'Sign in' }).click();
    await page.getByLabel('Email').fill(person.email);
    await page.getByLabel('Password').fill(person.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'One more step' }).waitFor();
    await page.getByLabel('Six-digit code').fill(recovery[0] as string);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('On. Signing in needs a code').waitFor();
    await page.context().close();
  });

  test('a wrong password is refused in words', async () => {
    const person = await createAccount(stage.app);
    const { page } = await stage.visit({ path: '/app/signin' });
    await page.getByLabel('Email').fill(person.email);
    await page.getByLabel('Password').fill('not the one');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('Email, password or code is not right.').waitFor();
    await page.context().close();
  });

  test('an account page leads to the sign-in page and back', async () => {
    const person = await createAccount(stage.app);
    const { page } = await stage.visit({ path: '/app/keys' });
    await page.getByLabel('Email').fill(person.email);
    await page.getByLabel('Password').fill(person.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'Developer keys' }).waitFor();
    await page.context().close();
  });

  test('the filter tester answers as one types, and the filter is saved', async () => {
    const person = await createAccount(stage.app);
    const { page } = await stage.visit({ path: '/app/filters', userToken: person.token });
    await page.getByRole('button', { name: 'New filter' }).click();
    const result = page.getByRole('status', { name: 'Result' });
    await page.getByLabel('Expression').fill('pass (?P<code>[A-Z0-9-]+)');
    await eventually(() => result.innerText()).toContain('QX-4471-B');
    await page.getByLabel('Sender is').fill('*@elsewhere.example');
    await eventually(() => result.innerText()).toContain('The sender does not fit.');
    await page.getByLabel('Expression').fill('(unclosed');
    await eventually(() => result.innerText()).toContain('not valid');
    await page.getByLabel('Expression').fill('pass ([A-Z0-9-]+)');
    await page.getByLabel('Name').fill('Bank pass');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('switch', { name: 'Active: Bank pass' }).waitFor();
    const saved = await stage.app.call<{ data: { name: string }[] }>('GET', '/me/filters', { token: person.token });
    expect(saved.body.data.map(({ name }) => name)).toEqual(['Bank pass']);
    await page.context().close();
  });

  test('a top-up shows its VietQR code and is credited on the page after the bank calls', async () => {
    const person = await createAccount(stage.app);
    const { page } = await stage.visit({ path: '/app/wallet', userToken: person.token });
    await page.getByLabel('Amount in VND').fill('200000');
    await page.getByRole('button', { name: 'Create order' }).click();
    await page.getByRole('img', { name: 'VietQR code for this transfer' }).waitFor();
    await page.getByText('Waiting for your transfer').waitFor();
    const memo = await page.locator('dd.memo').innerText();
    expect(memo).toMatch(/^MF[A-Z2-9]{8}$/);
    await reportToBankHook(stage.app, bankReport({ content: `chuyen tien ${memo}`, transferAmount: 200_000 }));
    await page.getByText('200 points were added to your wallet.').waitFor();
    await page.getByRole('link', { name: 'To the wallet' }).click();
    await page.getByText('+200').waitFor();
    await page.context().close();
  });

  test('signing out takes the account’s addresses off the page', async () => {
    const person = await createAccount(stage.app);
    const { page } = await stage.visit({ userToken: person.token });
    const owned = await shownAddress(page);
    await page.getByRole('link', { name: 'Account' }).click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await eventually(() => shownAddress(page)).not.toBe(owned);
    expect(await page.evaluate<string>('JSON.stringify(localStorage)')).not.toContain(owned);
    await page.context().close();
  });

  test('a plan without the points for it is refused in words', async () => {
    const person = await createAccount(stage.app);
    const { page } = await stage.visit({ path: '/app/plans', userToken: person.token });
    await page.getByRole('button', { name: 'Choose Pro' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Choose Pro' }).click();
    await page.getByText('Not enough points. Top up the wallet first.').waitFor();
    await page.context().close();
  });
});
