// Where the app starts: language, then the page; the address is asked for at the same time as the page is drawn.

import './styles/tokens.css';
import './styles/base.css';
import './styles/controls.css';
import { mount } from 'svelte';
import App from './App.svelte';
import { preferredLanguage, useLanguage } from './lib/i18n/i18n.svelte.ts';
import { startGlances } from './lib/state/inboxes.svelte.ts';
import { isHome, startRouter } from './lib/state/router.svelte.ts';
import { startMailboxes } from './lib/state/start.svelte.ts';

// After an update of the service the old page asks for files that are gone: load the new page, but only once.
addEventListener('vite:preloadError', (event) => {
  if (sessionStorage.getItem('mayfly.reloaded') !== null) return;
  sessionStorage.setItem('mayfly.reloaded', '1');
  event.preventDefault();
  location.reload();
});

startRouter();
startGlances();
if (isHome(location.pathname)) startMailboxes();
await useLanguage(preferredLanguage(), { remember: false }).catch(() => {});
const target = document.getElementById('app');
if (target) mount(App, { target });
