// How components are compiled: runes only, styles in files of their own so that the CSP needs no inline styles.

import { vitePreprocess } from '@sveltejs/vite-plugin-svelte';

export default {
  preprocess: vitePreprocess(),
  compilerOptions: { runes: true, css: 'external' },
};
