// A stage for browser tests: the whole service with its worker on a free port, and a real Chromium in front of it.

import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { createTestApp, type TestApp } from '../support/app.ts';

const CHROMIUM = process.env['CHROMIUM'] ?? '/usr/bin/chromium';
const BUILT = fileURLToPath(new URL('../../web/dist/index.html', import.meta.url));
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

/** Skipped with a word where there is no Chromium; in CI its absence is a failure. */
export function describeInBrowser(name: string, tests: () => void): void {
  const missing = !existsSync(CHROMIUM) && process.env['CI'] === undefined;
  describe.skipIf(missing)(missing ? `${name} (skipped: no Chromium at ${CHROMIUM})` : name, tests);
}

export interface Visitor {
  readonly page: Page;
  readonly context: BrowserContext;
  /** What went wrong in the page: uncaught errors, and refusals of the content security policy. */
  readonly troubles: string[];
}

export interface VisitOptions {
  readonly path?: string;
  readonly width?: number;
  readonly lang?: string;
  readonly theme?: 'light' | 'dark';
  /** Signs the visitor in before the page is loaded. */
  readonly userToken?: string;
}

export interface Stage {
  readonly app: TestApp;
  readonly origin: string;
  visit(options?: VisitOptions): Promise<Visitor>;
  close(): Promise<void>;
}

export async function openStage(env: Record<string, string> = {}): Promise<Stage> {
  if (!existsSync(BUILT)) throw new Error('web/dist is missing: run `npm run build -w web` first');
  const app = await createTestApp(env);
  const worker = await app.assembly.startWorker();
  const origin = await app.listen();
  const browser: Browser = await chromium.launch({ executablePath: CHROMIUM, args: FLAGS });

  return {
    app,
    origin,
    async visit(options = {}) {
      const context = await browser.newContext({
        viewport: { width: options.width ?? 1280, height: 850 },
        locale: options.lang ?? 'en-US',
        colorScheme: options.theme ?? 'light',
        reducedMotion: 'reduce',
      });
      await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin });
      const page = await context.newPage();
      page.setDefaultTimeout(10_000);
      const troubles: string[] = [];
      page.on('pageerror', (error) => troubles.push(error.message));
      page.on('console', (message) => {
        if (/Content Security Policy|Refused to/i.test(message.text())) troubles.push(message.text());
      });
      if (options.userToken !== undefined) {
        const kept = { token: options.userToken, expiresAt: new Date(Date.now() + 3_600_000).toISOString() };
        await page.goto(`${origin}/app/icon.svg`);
        await page.evaluate(`localStorage.setItem('mayfly.user', ${JSON.stringify(JSON.stringify(kept))})`);
      }
      await page.goto(`${origin}${options.path ?? '/'}`);
      return { page, context, troubles };
    },
    async close() {
      await browser.close();
      await worker.stop();
      await app.close();
    },
  };
}

/** The address on the page, once it is there. */
export async function shownAddress(page: Page): Promise<string> {
  const address = page.locator('h1 .address:not(.skeleton)');
  await address.waitFor();
  return (await address.innerText()).replace(/\s/g, '');
}

export const clipboard = (page: Page): Promise<string> => page.evaluate('navigator.clipboard.readText()');

/** Looks again until it is so; a busy machine gets the time it needs. */
export const eventually = <T>(look: () => T) => expect.poll(look, { timeout: 10_000, interval: 50 });
