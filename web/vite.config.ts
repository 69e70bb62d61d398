// Builds the web app into web/dist, which src/http/web-app.ts serves. `npm run dev -w web` proxies to a running service.

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig, type Plugin } from 'vite';

const service = 'http://127.0.0.1:8080';
// The sign-up endpoints share their path with the pages: only what is posted goes to the service.
const postsOnly = {
  target: service,
  bypass: (request: IncomingMessage) => (request.method === 'POST' ? undefined : request.url),
};

const FIRST_PAGE =
  /node_modules\/(svelte|esm-env|clsx)\/|web\/src\/(App|main|pages|views\/Home|styles|components\/(ui|inbox|reader|Header|Notices|SiteFooter)|lib\/(api|state|i18n\/(i18n|en\/|format|problem)|mail\/(download|linkify)))/;

/** Puts .br and .gz beside every text file, so that serving one costs no compression. */
function compressed(): Plugin {
  let out = '';
  return {
    name: 'compressed',
    apply: 'build',
    configResolved(config) {
      out = join(config.root, config.build.outDir, 'app');
    },
    closeBundle() {
      for (const entry of readdirSync(out, { recursive: true, withFileTypes: true })) {
        if (!entry.isFile() || !/\.(js|css|svg)$/.test(entry.name)) continue;
        const file = join(entry.parentPath, entry.name);
        const bytes = readFileSync(file);
        writeFileSync(`${file}.br`, brotliCompressSync(bytes));
        writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
      }
    },
  };
}

export default defineConfig({
  plugins: [svelte(), compressed()],
  build: {
    target: 'es2023',
    assetsDir: 'app/assets',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        // What the first page needs comes in one file instead of twenty; everything else stays on demand.
        codeSplitting: {
          groups: [{ name: 'first', test: FIRST_PAGE }],
        },
      },
    },
  },
  server: {
    proxy: { '/api': service, '/app/signup': postsOnly, '/app/frame': service },
  },
});
