// Which classes a mail's own style sheet hides: preheaders are often hidden by class rather than inline. Used by html-to-text.

const MAX_SHEET = 100_000;
const MAX_CLASSES = 100;
const HIDES = /display\s*:\s*none|visibility\s*:\s*hidden/i;
const ONLY_A_CLASS = /^(?:[a-z0-9]+)?\.([\w-]+)$/i;

/** Only rules that hold for every screen and name nothing but a class; what a media query hides, another reader shows. */
export function addHiddenClasses(sheet: string, hidden: Set<string>): void {
  if (sheet.length > MAX_SHEET || !HIDES.test(sheet)) return;
  const css = sheet.replace(/\/\*[\s\S]*?\*\/|<!--|-->/g, '');
  let at = 0;
  while (at < css.length && hidden.size < MAX_CLASSES) {
    const open = css.indexOf('{', at);
    if (open === -1) return;
    const selector = css.slice(at, open).trim();
    if (selector.startsWith('@')) {
      at = endOfBlock(css, open);
      continue;
    }
    const close = css.indexOf('}', open);
    const end = close === -1 ? css.length : close;
    if (HIDES.test(css.slice(open, end))) {
      for (const part of selector.split(',')) {
        const name = ONLY_A_CLASS.exec(part.trim())?.[1];
        if (name !== undefined) hidden.add(name);
      }
    }
    at = end + 1;
  }
}

function endOfBlock(css: string, open: number): number {
  let depth = 0;
  for (let at = open; at < css.length; at += 1) {
    const code = css.charCodeAt(at);
    if (code === 123) depth += 1;
    else if (code === 125) {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return css.length;
}
