// Which elements a mail reader does not show: preheaders, tracking padding, alternatives for other clients.

/**
 * `mso-hide` alone is not hidden: it hides from Outlook what every other reader shows. A font size of 0 is not decided here either,
 * because layout wrappers set it to close gaps and their children set a real size again.
 */
export function hidesContent(attributes: Record<string, string>): boolean {
  if ('hidden' in attributes && attributes['hidden']?.toLowerCase() !== 'false') return true;
  const style = attributes['style'];
  if (style === undefined) return false;
  if (/display\s*:\s*none/i.test(style) || /visibility\s*:\s*hidden/i.test(style)) return true;
  if (/(?:^|[;\s])opacity\s*:\s*0(?:\.0+)?\s*(?:;|!|$)/i.test(style)) return true;
  return (
    /(?:^|[;\s])(?:max-)?(?:height|width)\s*:\s*0(?:px)?\s*(?:;|!|$)/i.test(style) &&
    /overflow\s*:\s*hidden/i.test(style)
  );
}

export function declaredFontSize(style: string): 'invisible' | 'visible' | undefined {
  const size = /(?:^|[;\s])font-size\s*:\s*([\d.]+)\s*([a-z%]*)/i.exec(style);
  if (size === null) return undefined;
  const value = Number(size[1]);
  const unit = (size[2] ?? '').toLowerCase();
  return value === 0 || (value <= 1 && (unit === 'px' || unit === 'pt')) ? 'invisible' : 'visible';
}
