// What staff wrote, as visitors see it: notices, pages and footer, in the language of the page; and being offline.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { deliver } from '../support/mailbox.ts';
import { describeInBrowser, eventually, openStage, type Stage, shownAddress } from './stage.ts';

const html = (text: string) => ({ format: 'html', text }) as const;

describeInBrowser('content and the network', () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await openStage();
    const { content } = stage.app.assembly.services;
    await content.putPage({ key: 'privacy', locale: 'en', title: 'Privacy', source: html('<p>Nothing is kept.</p>') });
    await content.putPage({ key: 'privacy', locale: 'vi', title: 'Riêng tư', source: html('<p>Không giữ gì cả.</p>') });
    await content.putFooter({ locale: 'en', source: html('<p>Run by <em>volunteers</em>.</p>') });
    await content.putNotice({
      kind: 'banner',
      locale: 'en',
      title: 'Tonight',
      source: html('<p>A short pause at ten.</p>'),
    });
    await content.putNotice({ kind: 'dialog', locale: 'en', title: 'New terms', source: html('<p>Please read.</p>') });
  });
  afterAll(() => stage.close());

  test('a banner and a dialog are shown until they are dismissed, and not again', async () => {
    const { page } = await stage.visit();
    await page.getByRole('dialog', { name: 'New terms' }).waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
    await page.getByText('A short pause at ten.').waitFor();
    await page.getByRole('button', { name: 'Dismiss this notice' }).click();
    await page.reload();
    await page.getByText('Run by volunteers.').waitFor();
    expect(await page.getByText('A short pause at ten.').count()).toBe(0);
    expect(await page.getByRole('dialog').count()).toBe(0);
    await page.context().close();
  });

  test('a page follows the language', async () => {
    const { page } = await stage.visit({ path: '/app/pages/privacy' });
    await page.getByText('Nothing is kept.').waitFor();
    await page.keyboard.press('Escape');
    await page.getByLabel('Language').selectOption('vi');
    await page.getByRole('heading', { name: 'Riêng tư' }).waitFor();
    await page.getByText('Không giữ gì cả.').waitFor();
    await page.context().close();
  });

  test('offline is said, and mail of the meantime appears once the network is back', async () => {
    const { page, context } = await stage.visit({ lang: 'vi-VN' });
    await page.keyboard.press('Escape');
    const address = await shownAddress(page);
    await page.getByText('Chưa có thư').waitFor();
    await context.setOffline(true);
    await page.getByText('Bạn đang ngoại tuyến.').first().waitFor();
    await deliver(stage.app, address, { subject: 'Meanwhile', body: 'Your code is 640128' });
    await context.setOffline(false);
    await page.locator('li a[data-message]', { hasText: 'Meanwhile' }).waitFor();
    await eventually(() => page.getByText('Bạn đang ngoại tuyến.').count()).toBe(0);
    await page.context().close();
  });
});
