// Notices, pages and footer as visitors get them.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/support/app.ts';
import type { ContentService } from './service.ts';

let app: TestApp;
let content: ContentService;
beforeAll(async () => {
  app = await createTestApp();
  content = app.assembly.services.content;
});
afterAll(() => app.close());

const html = (text: string) => ({ text, format: 'html' }) as const;
interface Body<T> {
  data: T;
}

describe('footer', () => {
  const footer = (path = '', headers = {}) =>
    app.call<Body<{ html: string; locale: string } | null>>('GET', `/content/footer${path}`, { headers });

  test('is null, and not an error, while none is published', async () => {
    const answer = await footer();
    expect([answer.status, answer.body]).toEqual([200, { data: null }]);
  });

  test('comes in the wanted language, else in the default one, else not at all', async () => {
    await content.putFooter({ locale: 'vi', source: html('<p>Xin chào</p>') });
    expect((await footer('?lang=fr')).body.data).toBeNull();
    await content.putFooter({ locale: 'en', source: html('<p>Hello</p>') });
    expect((await footer('?lang=fr')).body.data).toEqual({ html: '<p>Hello</p>', locale: 'en' });
    expect((await footer('?lang=vi-VN')).body.data?.locale).toBe('vi');
    expect((await footer('', { 'accept-language': 'en;q=0.2, vi;q=0.9' })).body.data?.locale).toBe('vi');
    expect((await footer('?lang=en', { 'accept-language': 'vi' })).body.data?.locale).toBe('en');
  });
});

describe('pages', () => {
  test('the list has titles and keys only, each in the language that fits', async () => {
    await content.putPage({ key: 'terms', locale: 'en', title: 'Terms', source: html('<p>Be kind.</p>') });
    await content.putPage({ key: 'terms', locale: 'vi', title: 'Điều khoản', source: html('<p>Hãy tử tế.</p>') });
    await content.putPage({ key: 'about', locale: 'en', title: 'About', source: html('<p>Us.</p>') });
    const answer = await app.call('GET', '/content/pages?lang=vi');
    expect([answer.status, answer.body]).toEqual([
      200,
      {
        data: [
          { key: 'about', title: 'About' },
          { key: 'terms', title: 'Điều khoản' },
        ],
      },
    ]);
  });

  test('one page says in which language it is', async () => {
    const answer = await app.call<Body<Record<string, unknown>>>('GET', '/content/pages/terms?lang=vi');
    expect(answer.status).toBe(200);
    expect(answer.body.data).toMatchObject({
      key: 'terms',
      title: 'Điều khoản',
      locale: 'vi',
      html: '<p>Hãy tử tế.</p>',
    });
    expect(answer.body.data['updatedAt']).toMatch(/^\d{4}-.*\.\d{3}Z$/);
  });

  test.each(['nothing', 'TERMS', '..%2Fterms', '%F0%9F%90%9D'])(
    'an unknown key (%s) is 404 page.not_found',
    async (key) => {
      const answer = await app.call<{ code: string }>('GET', `/content/pages/${key}`);
      expect([answer.status, answer.body.code]).toEqual([404, 'page.not_found']);
    },
  );

  test('what staff write is sanitized before it is stored', async () => {
    const page = await content.putPage({
      key: 'evil',
      locale: 'en',
      title: 'Evil',
      source: html('<p onclick="x()">ok</p><script>alert(1)</script><a href="javascript:alert(1)">a</a>'),
    });
    expect(page.html).toContain('ok');
    expect(page.html).not.toMatch(/script|onclick/i);
  });

  test('Markdown is rendered, and its raw HTML is sanitized too', async () => {
    const page = await content.putPage({
      key: 'help',
      locale: 'en',
      title: 'Help',
      source: { text: '# Help\n\n**bold** <img src=x onerror=alert(1)>', format: 'markdown' },
    });
    expect(page.html).toContain('<strong>bold</strong>');
    expect(page.html).not.toContain('onerror');
  });

  test('a text of which nothing is left, a bad key and a bad language are refused', async () => {
    const good = { key: 'k', locale: 'en', title: 'K', source: html('<p>k</p>') };
    await expect(content.putPage({ ...good, source: html('<script>1</script>') })).rejects.toThrow(/nothing is left/);
    await expect(content.putPage({ ...good, key: 'K/../x' })).rejects.toThrow(/key/);
    await expect(content.putPage({ ...good, locale: 'english!' })).rejects.toThrow(/language tag/);
    await expect(content.putPage({ ...good, title: 'a\nb' })).rejects.toThrow(/title/);
  });
});

describe('notices', () => {
  const titles = async (path = '') =>
    (await app.call<Body<{ title: string }[]>>('GET', `/content/notices${path}`)).body.data.map(({ title }) => title);

  test('only what is within its schedule is shown, newest first', async () => {
    const now = app.clock.now().getTime();
    const at = (seconds: number) => new Date(now + seconds * 1_000);
    const put = (title: string, startsAt: Date | null, endsAt: Date | null) =>
      content.putNotice({ kind: 'banner', locale: 'en', title, source: html(`<p>${title}</p>`), startsAt, endsAt });
    await put('always', null, null);
    await put('over', at(-100), at(-10));
    await put('later', at(50), at(100));
    await put('now', at(-100), at(100));
    expect(await titles()).toEqual(['now', 'always']);
    app.clock.advance(60);
    expect(await titles()).toEqual(['now', 'later', 'always']);
    app.clock.advance(60);
    expect(await titles()).toEqual(['always']);
  });

  test('a translation joins its notice and a change keeps its schedule', async () => {
    const endsAt = new Date(app.clock.now().getTime() + 60_000);
    const first = await content.putNotice({
      kind: 'dialog',
      locale: 'en',
      title: 'Moving',
      source: html('<p>We move.</p>'),
      endsAt,
    });
    await content.putNotice({
      id: first.id,
      locale: 'vi',
      title: 'Chuyển nhà',
      source: html('<p>Chúng tôi chuyển.</p>'),
    });
    const answer = await app.call<Body<Record<string, unknown>[]>>('GET', '/content/notices?lang=vi');
    expect(answer.status).toBe(200);
    expect(answer.body.data.find(({ id }) => id === first.id)).toEqual({
      id: first.id,
      kind: 'dialog',
      title: 'Chuyển nhà',
      html: '<p>Chúng tôi chuyển.</p>',
      startsAt: null,
      endsAt: endsAt.toISOString(),
    });
    expect(await content.removeNotice(first.id, 'en')).toBe(1);
    expect(await content.removeNotice(first.id)).toBe(1);
    expect(await titles('?lang=vi')).not.toContain('Chuyển nhà');
  });
});

describe('caching', () => {
  test('an answer may be kept shortly, and the same one again is 304', async () => {
    const first = await app.call('GET', '/content/pages');
    expect(first.headers['cache-control']).toBe('public, max-age=30');
    expect(first.headers['vary']).toBe('Accept-Language');
    const etag = String(first.headers['etag']);
    const again = await app.call('GET', '/content/pages', { headers: { 'if-none-match': `W/"x", ${etag}` } });
    expect([again.status, again.text]).toEqual([304, '']);
    const other = await app.call('GET', '/content/pages', { headers: { 'if-none-match': '"x"' } });
    expect(other.status).toBe(200);
  });

  test('an error is not kept', async () => {
    const answer = await app.call('GET', '/content/pages/nothing');
    expect(answer.headers['cache-control']).toBe('no-store');
  });
});
