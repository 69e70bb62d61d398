// Which page is shown. History addresses under /app; plain links work because clicks on them are taken over here.

let path = $state(location.pathname);
let search = $state(location.search);

export const route = {
  get path(): string {
    return path;
  },
  /** A value from the query, or from the fragment, where mail links may carry secrets. */
  parameter(name: string): string | null {
    return new URLSearchParams(search).get(name) ?? new URLSearchParams(location.hash.slice(1)).get(name);
  },
};

function read(): void {
  path = location.pathname;
  search = location.search;
}

export function go(to: string, options: { replace?: boolean } = {}): void {
  if (to === location.pathname + location.search) return;
  const sameView = viewOf(to) === viewOf(location.pathname);
  history[options.replace ? 'replaceState' : 'pushState'](null, '', to);
  read();
  if (!sameView) scrollTo(0, 0);
}

// Opening a mail is a step in history but not another page.
const viewOf = (to: string): string => (isHome(to.split('?')[0] ?? '/') ? '/' : to);

export const isHome = (at: string): boolean => at === '/' || at === '/app' || at === '/app/' || messageIn(at) !== null;

export function messageIn(at: string): string | null {
  return /^\/app\/mail\/([a-z]+_[0-9a-z]+)$/.exec(at)?.[1] ?? null;
}

export function startRouter(): void {
  addEventListener('popstate', read);
  document.addEventListener('click', (event) => {
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
    const link = (event.target as Element).closest('a');
    if (link?.target !== '' || link.hasAttribute('download') || link.origin !== location.origin) return;
    if (link.pathname !== '/' && !/^\/app(\/|$)/.test(link.pathname)) return;
    event.preventDefault();
    go(link.pathname + link.search);
  });
}
