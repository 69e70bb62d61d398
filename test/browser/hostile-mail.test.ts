// Hostile mail in a real browser: nothing runs, nothing is asked for, nothing covers the page.

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { htmlVectors } from '../support/html-vectors.ts';
import { deliver } from '../support/mailbox.ts';
import { mailText } from '../support/smtp-client.ts';
import { describeInBrowser, eventually, openStage, type Stage, shownAddress } from './stage.ts';

const htmlMail = (subject: string, html: string) =>
  mailText({ subject, headers: 'MIME-Version: 1.0\r\nContent-Type: text/html; charset=utf-8', body: html });

const PIXEL = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';

/** How many frames of the page, the page included, have run the vectors' call. */
async function framesThatRan(page: Page): Promise<number> {
  const marks = page.frames().map((frame) => frame.evaluate<boolean>('window.__pwned !== undefined'));
  return (await Promise.all(marks)).filter((ran) => ran).length;
}

describeInBrowser('hostile mail', () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await openStage();
  });
  afterAll(() => stage.close());

  async function openMail(subject: string, html: string) {
    const visitor = await stage.visit();
    const { page, context } = visitor;
    const foreign: string[] = [];
    let dialogs = 0;
    page.on('dialog', (dialog) => {
      dialogs += 1;
      void dialog.dismiss();
    });
    context.on('request', (request) => {
      const url = request.url();
      if (!url.startsWith(stage.origin) && !/^(data|blob|about):/.test(url)) foreign.push(url);
    });
    await context.route(/evil\.example|tracker\.example/, (route) =>
      route.fulfill({ contentType: 'image/gif', body: Buffer.from(PIXEL.split(',')[1] ?? '', 'base64') }),
    );
    await deliver(stage.app, await shownAddress(page), htmlMail(subject, html));
    await page.locator('li a[data-message]', { hasText: subject }).click();
    const mail = page.frameLocator('iframe[src="/app/frame"]').frameLocator('iframe');
    await mail.getByText('The end of the mail').waitFor({ state: 'attached' });
    return { ...visitor, mail, foreign, dialogs: () => dialogs };
  }

  test('every known vector together runs no script, asks for nothing and submits nothing', async () => {
    const all = htmlVectors.map(({ html }) => `<div>${html}</div>`);
    for (let at = 0; at < all.length; at += 80) {
      const part = all.slice(at, at + 80).join('\n');
      const { page, foreign, dialogs } = await openMail(`Part ${at}`, `<p>The end of the mail</p>${part}`);
      await page.waitForTimeout(300);
      expect(await framesThatRan(page)).toBe(0);
      expect(foreign).toEqual([]);
      expect(dialogs()).toBe(0);
      expect(page.url()).toContain(`${stage.origin}/app/mail/`);
      expect(await page.title()).toContain('Mayfly');
      await page.context().close();
    }
  }, 60_000);

  test('the inner frame may run nothing and has an origin of its own, and the page allows no inline script', async () => {
    const { page } = await openMail('Plain', '<p>The end of the mail</p>');
    const outer = page.locator('iframe[src="/app/frame"]');
    expect(await outer.getAttribute('sandbox')).not.toContain('allow-same-origin');
    const inner = page.frameLocator('iframe[src="/app/frame"]').locator('iframe');
    expect(await inner.getAttribute('sandbox')).toBe('allow-popups allow-popups-to-escape-sandbox');
    expect(await inner.getAttribute('srcdoc')).toContain("default-src 'none'");
    await page.context().close();
  });

  test('the sender, the subject and a file name are shown as text', async () => {
    const { page } = await stage.visit();
    const raw = [
      'From: "<img src=x onerror=window.__pwned=1>" <a@evil.example>',
      'To: x@mayfly.test',
      'Subject: <script>window.__pwned=1</script> subject',
      'MIME-Version: 1.0',
      'Content-Type: multipart/mixed; boundary=b',
      '',
      '--b',
      'Content-Type: text/plain',
      '',
      'text <b>stays</b> text',
      '--b',
      'Content-Type: application/pdf; name="<svg onload=window.__pwned=1>.pdf"',
      'Content-Disposition: attachment; filename="<svg onload=window.__pwned=1>.pdf"',
      '',
      'x',
      '--b--',
    ].join('\r\n');
    await deliver(stage.app, await shownAddress(page), raw);
    await page.locator('li a[data-message]').first().click();
    await page.getByText('text <b>stays</b> text').last().waitFor();
    await page.getByRole('heading', { name: '<script>' }).waitFor();
    expect(await page.evaluate('window.__pwned ?? null')).toBeNull();
    await page.context().close();
  });

  test('remote images are loaded only after the reader asks, and still without script', async () => {
    const html = `<p>The end of the mail</p><img src="http://tracker.example/pixel.gif"><script>window.__pwned=1</script>
      <img src="x" onerror="window.__pwned=1;new Image().src='http://evil.example/ran'"><form action="https://evil.example/take"><button>Send it</button></form>`;
    const { page, mail, foreign } = await openMail('With a picture', html);
    await page.getByText('remote image or file blocked').waitFor();
    expect(foreign).toEqual([]);
    await page.getByRole('button', { name: 'Show remote images' }).click();
    await page.getByText('Remote images are shown.').waitFor();
    await eventually(() => foreign).toContain('http://tracker.example/pixel.gif');
    await mail.getByRole('button', { name: 'Send it' }).click();
    await page.waitForTimeout(200);
    expect(foreign.filter((url) => !url.includes('pixel.gif'))).toEqual([]);
    expect(await framesThatRan(page)).toBe(0);
    await page.getByRole('button', { name: 'Hide them' }).click();
    await page.getByRole('button', { name: 'Show remote images' }).waitFor();
    await page.context().close();
  });

  test('the originals of all vectors, shown with their remote images, run nothing and fetch nothing but images', async () => {
    const vectors = htmlVectors.map(({ html }) => `<div>${html}</div>`);
    const { page, context, dialogs } = await openMail(
      'Everything',
      `<p>The end of the mail</p><img src="http://tracker.example/pixel.gif">${vectors.join('\n')}`,
    );
    const kinds = new Set<string>();
    context.on('request', (request) => {
      if (!request.url().startsWith(stage.origin)) kinds.add(request.resourceType());
    });
    await context.route(/^https?:\/\/(?!127\.0\.0\.1)/, (route) => route.abort());
    await page.getByRole('button', { name: 'Show remote images' }).click();
    await page.getByText('Remote images are shown.').waitFor();
    await page.waitForTimeout(500);
    expect(await framesThatRan(page)).toBe(0);
    expect([...kinds]).toEqual(['image']);
    expect(dialogs()).toBe(0);
    expect(context.pages()).toHaveLength(1);
    expect(page.url()).toContain(`${stage.origin}/app/mail/`);
    await page.context().close();
  });
});
