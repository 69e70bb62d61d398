// How the web app is served: its policy, its pages beside the API, its weight, and what happens when it is not built.

import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fastify } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../test/support/app.ts';
import type { App } from '../lib/route.ts';
import { registerWebApp } from './web-app.ts';

const DIST = fileURLToPath(new URL('../../web/dist', import.meta.url));

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const get = (path: string, headers: Record<string, string> = {}) => app.call('GET', `//root${path}`, { headers });

describe('pages', () => {
  test.each(['/', '/app', '/app/account', '/app/mail/msg_01jd3kr0a1f7w9t8s6m5n4p3q2', '/app/signup'])(
    'GET %s is the app',
    async (path) => {
      const answer = await get(path);
      expect(answer.status).toBe(200);
      expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
      expect(answer.text).toContain('<div id="app"></div>');
    },
  );

  test('scripts come from files of the service only, and nobody may frame the page', async () => {
    const policy = String((await get('/')).headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain('unsafe');
    expect(policy).not.toMatch(/https?:/);
  });

  test('the page has no inline script or style', async () => {
    const { text } = await get('/');
    expect(text).not.toMatch(/<script(?![^>]*\ssrc=)/);
    expect(text).not.toMatch(/<style|\sstyle=|\son[a-z]+=/);
  });

  test('the frame around a mail can be framed by the app alone and runs only its own file', async () => {
    const { headers } = await get('/app/frame');
    expect(headers['x-frame-options']).toBe('SAMEORIGIN');
    expect(headers['content-security-policy']).toContain("frame-ancestors 'self'");
    expect(headers['content-security-policy']).toContain("script-src 'self';");
  });

  test('pages that name no icon get the one of the app', async () => {
    const answer = await get('/favicon.ico');
    expect([answer.status, answer.headers['location']]).toEqual([301, '/app/icon.svg']);
  });

  test('other unknown paths stay problems of the API', async () => {
    const answer = await get('/nowhere');
    expect(answer.status).toBe(404);
    expect(answer.headers['content-type']).toContain('application/problem+json');
  });

  test('a built file that is gone is 404, not a page that a browser would run', async () => {
    expect((await get('/app/assets/index-gone.js')).status).toBe(404);
  });
});

describe('title and robots', () => {
  test('belong to the hostname, escaped', async () => {
    await app.assembly.services.site.set({
      hostname: 'other.example',
      title: 'Other <b>"mail"</b>',
      description: 'A & B',
      index: false,
      follow: false,
    });
    const { text } = await get('/', { host: 'other.example' });
    expect(text).toContain('<title>Other &lt;b&gt;&quot;mail&quot;&lt;/b&gt;</title>');
    expect(text).toContain('content="A &amp; B"');
    expect(text).toContain('content="noindex, nofollow"');
  });

  test('a made-up hostname is never repeated', async () => {
    const { text } = await get('/', { host: 'attacker.example' });
    expect(text).not.toContain('attacker');
  });
});

describe('files', () => {
  const assets = () => readdirSync(join(DIST, 'app/assets'));

  test('are compressed ahead and kept forever', async () => {
    const name = assets().find((file) => /^first-.*\.js$/.test(file));
    const answer = await get(`/app/assets/${name}`, { 'accept-encoding': 'br' });
    expect(answer.status).toBe(200);
    expect(answer.headers['content-encoding']).toBe('br');
    expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(answer.headers['content-type']).toContain('javascript');
  });

  test('the first load is below 100 kB of compressed JavaScript', async () => {
    const { text } = await get('/');
    const scripts = [...text.matchAll(/"\/(app\/[^"]+\.js)"/g)].map(([, path]) => String(path));
    const bytes = scripts.reduce((sum, path) => sum + statSync(join(DIST, `${path}.gz`)).size, 0);
    expect(scripts.length).toBeGreaterThan(1);
    expect(bytes).toBeLessThan(100_000);
  });

  test('nothing is fetched from elsewhere', () => {
    const css = assets().filter((file) => file.endsWith('.css'));
    for (const file of css) expect(readFileSync(join(DIST, 'app/assets', file), 'utf8')).not.toMatch(/url\(|@import/);
  });
});

test('without a build the first page says how to build, and the start does not fail', async () => {
  const empty = mkdtempSync(join(tmpdir(), 'mayfly-unbuilt-'));
  const bare = fastify() as unknown as App;
  const site = { title: 'Mayfly', description: '', indexing: { index: true, follow: true } };
  await registerWebApp(bare, { siteFor: async () => site, dist: empty });
  const answer = await bare.inject('/');
  expect(answer.statusCode).toBe(200);
  expect(answer.payload).toContain('npm run build -w web');
  await bare.close();
  rmSync(empty, { recursive: true });
});
