// What hostnames say about themselves, and that a Host header is only ever looked up, never repeated.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/support/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ PUBLIC_URL: 'https://mail.example.com' });
  const { site, content } = app.assembly.services;
  await site.set({ hostname: 'Shop.Example', title: 'Shop <&"', description: 'Mail for shops' });
  await site.set({ hostname: 'hidden.example', title: 'Hidden', description: 'Not listed', index: false });
  await content.putPage({ key: 'terms', locale: 'en', title: 'T', source: { text: '<p>t</p>', format: 'html' } });
});
afterAll(() => app.close());

interface Site {
  data: { hostname: string; title: string; indexing: { index: boolean; follow: boolean } };
}
const get = <T = Site>(path: string, host: string, headers: Record<string, string> = {}) =>
  app.call<T>('GET', path, { headers: { host, ...headers } });

test.each(['shop.example', 'SHOP.example:8443', 'shop.example.'])('the Host header %s finds its site', async (host) => {
  const answer = await get('/site', host);
  expect(answer.status).toBe(200);
  expect(answer.body.data).toMatchObject({
    hostname: 'shop.example',
    title: 'Shop <&"',
    indexing: { index: true, follow: true },
  });
});

test.each(['unknown.example', 'a<script>', '', '[::1]:80', `${'a'.repeat(400)}.example`, 'xn--', '__proto__'])(
  'an unknown host (%s) gets the default site and is repeated nowhere',
  async (host) => {
    for (const path of ['/site', '/site/robots.txt', '/site/sitemap.xml', '//root/robots.txt', '//root/sitemap.xml']) {
      const answer = await get(path, host);
      expect([path, answer.status]).toEqual([path, 200]);
      if (host.length > 3) expect(answer.text + JSON.stringify(answer.headers)).not.toContain(host);
    }
    expect((await get('/site', host)).body.data).toMatchObject({ hostname: 'mail.example.com', title: 'Mayfly' });
  },
);

test('X-Forwarded-Host changes nothing', async () => {
  const answer = await get('/site', 'mail.example.com', { 'x-forwarded-host': 'shop.example' });
  expect(answer.body.data.hostname).toBe('mail.example.com');
});

test('a site stored for the host of PUBLIC_URL is the default', async () => {
  await app.assembly.services.site.set({ hostname: 'mail.example.com', title: 'Ours', description: 'Our mail' });
  expect((await get('/site', 'unknown.example')).body.data.title).toBe('Ours');
  await app.assembly.services.site.remove('mail.example.com');
});

test('robots.txt names the sitemap of its own host and hides what is no page', async () => {
  const answer = await get('/site/robots.txt', 'shop.example');
  expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8');
  expect(answer.text).toContain('Disallow: /api/\n');
  expect(answer.text).toContain('Allow: /app/pages/\n');
  expect(answer.text).toContain('Sitemap: https://shop.example/sitemap.xml\n');
  expect((await get('//root/robots.txt', 'shop.example')).text).toBe(answer.text);
});

test('a host that is not to be indexed forbids everything and lists nothing', async () => {
  expect((await get('/site/robots.txt', 'hidden.example')).text).toBe('User-agent: *\nDisallow: /\n');
  expect((await get('/site/sitemap.xml', 'hidden.example')).text).not.toContain('<url>');
});

test('the sitemap lists the public pages under the stored name', async () => {
  const answer = await get('/site/sitemap.xml', 'shop.example');
  expect(answer.headers['content-type']).toBe('application/xml; charset=utf-8');
  expect([...answer.text.matchAll(/<loc>([^<]*)<\/loc>/g)].map((match) => match[1])).toEqual([
    'https://shop.example/',
    'https://shop.example/docs',
    'https://shop.example/app/pages/terms',
  ]);
});

test('names and texts that could break a page or a file are refused', async () => {
  const { site } = app.assembly.services;
  await expect(site.set({ hostname: 'a b', title: 't', description: 'd' })).rejects.toThrow(/host name/);
  await expect(site.set({ hostname: 'a.example', title: 'a\nb', description: 'd' })).rejects.toThrow(/title/);
});
