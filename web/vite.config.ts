// Builds the web app into web/dist, which src/http/web-app.ts serves. `npm run dev -w web` proxies to a running service.

import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';

const service = 'http://127.0.0.1:8080';
// The sign-up endpoints share their path with the pages: only what is posted goes to the service.
const postsOnly = {
  target: service,
  bypass: (request: { method?: string; url?: string }) => (request.method === 'POST' ? undefined : request.url),
};

export default defineConfig({
  plugins: [svelte()],
  build: {
    target: 'es2023',
    assetsDir: 'app/assets',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: true,
  },
  server: {
    proxy: { '/api': service, '/app/signup': postsOnly, '/app/frame': service },
  },
});
