// Everything on the first page without a mouse, and the page in both languages.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { deliver } from '../support/mailbox.ts';
import { clipboard, describeInBrowser, eventually, openStage, type Stage, shownAddress } from './stage.ts';

describeInBrowser('keyboard and language', () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await openStage();
  });
  afterAll(() => stage.close());

  test('keys alone: copy, new address, walk the list, open, read, close, delete', async () => {
    const { page } = await stage.visit();
    const address = await shownAddress(page);
    const { keyboard } = page;
    await keyboard.press('c');
    await eventually(() => clipboard(page)).toBe(address);

    await deliver(stage.app, address, { subject: 'Older', body: 'one' });
    await deliver(stage.app, address, { subject: 'Newer', body: 'Your code is 551177' });
    await page.locator('li a[data-message]', { hasText: 'Newer' }).waitFor();
    await keyboard.press('o');
    await eventually(() => clipboard(page)).toBe('551177');
    await keyboard.press('j');
    await keyboard.press('j');
    await eventually(() => page.locator('a:focus').innerText()).toContain('Older');
    await keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Older' }).waitFor();
    await keyboard.press('k');
    await page.getByRole('heading', { name: 'Newer' }).waitFor();
    await keyboard.press('Escape');
    await eventually(() => page.locator('a:focus').innerText()).toContain('Newer');
    await keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Newer' }).waitFor();
    await keyboard.press('#');
    await eventually(() => page.locator('li a[data-message]').count()).toBe(1);

    await keyboard.press('n');
    await page.getByRole('dialog').waitFor();
    await keyboard.type('typed-name');
    await keyboard.press('Enter');
    await eventually(() => shownAddress(page)).toBe('typed-name@mayfly.test');
    await keyboard.press('e');
    await page.getByText(/^Extended:/).waitFor();
    await keyboard.press('?');
    await page.getByRole('heading', { name: 'Keyboard shortcuts' }).waitFor();
    await keyboard.press('Escape');
    await eventually(() => page.getByRole('dialog').count()).toBe(0);
    await keyboard.press(']');
    await eventually(() => shownAddress(page)).toBe(address);
    await page.context().close();
  });

  test('the first stop of the tab key leads past the header', async () => {
    const { page } = await stage.visit({ path: '/app/signin' });
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await page.keyboard.press('Tab');
    expect(await page.locator('a:focus').innerText()).toBe('Skip to content');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    expect(await page.locator('input:focus').getAttribute('type')).toBe('email');
    await page.context().close();
  });

  test('a Vietnamese browser gets a Vietnamese page', async () => {
    const { page } = await stage.visit({ lang: 'vi-VN' });
    await page.getByRole('button', { name: 'Sao chép địa chỉ' }).waitFor();
    expect(await page.locator('html').getAttribute('lang')).toBe('vi');
    await page.context().close();
  });

  test('the chosen language stays over a reload and wins over that of the browser', async () => {
    const { page } = await stage.visit();
    await page.getByLabel('Language').selectOption('vi');
    await page.getByText('Đang chờ mã').waitFor();
    await page.reload();
    await page.getByText('Đang chờ mã').waitFor();
    await page.getByLabel('Ngôn ngữ').selectOption('en');
    await page.getByText('Waiting for a code').waitFor();
    await page.context().close();
  });

  test('the chosen theme stays over a reload', async () => {
    const { page } = await stage.visit();
    await page.getByRole('button', { name: 'Switch to dark' }).click();
    await page.reload();
    expect(await page.locator('html').getAttribute('data-theme')).toBe('dark');
    await page.context().close();
  });

  test('on a phone nothing is wider than the screen', async () => {
    const { page } = await stage.visit({ width: 360, lang: 'vi-VN' });
    const address = await shownAddress(page);
    await deliver(stage.app, address, { subject: `A ${'very '.repeat(20)}long subject`, body: 'Code 123456' });
    await page.locator('li a[data-message]').first().click();
    await page.getByRole('heading', { level: 2 }).first().waitFor();
    const overflow = await page.evaluate<number>('document.documentElement.scrollWidth - window.innerWidth');
    expect(overflow).toBeLessThanOrEqual(0);
    await page.context().close();
  });
});
