// Sets theme and language before the first paint, so that nothing flashes. In a file because the CSP allows no inline script.
(() => {
  const read = (name) => {
    try {
      return JSON.parse(localStorage.getItem(`mayfly.${name}`));
    } catch {
      return null;
    }
  };
  const dark = matchMedia('(prefers-color-scheme: dark)').matches;
  document.documentElement.dataset.theme = read('theme') ?? (dark ? 'dark' : 'light');
  document.documentElement.lang = read('lang') ?? navigator.language.split('-')[0];
})();
