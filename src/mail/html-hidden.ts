// Which elements a mail reader does not show: preheaders, tracking padding, alternatives for other clients.

export interface StyleReading {
  readonly hides: boolean;
  /** A block shown beside its neighbours. */
  readonly inline: boolean;
  readonly size: 'invisible' | 'visible' | undefined;
}

export const PLAIN_STYLE: StyleReading = { hides: false, inline: false, size: undefined };

export function readStyle(style: string): StyleReading {
  return { hides: hidesContent(style), inline: /display\s*:\s*inline/i.test(style), size: declaredFontSize(style) };
}

export function isMarkedHidden(attribute: string | undefined): boolean {
  return attribute !== undefined && attribute.toLowerCase() !== 'false';
}

/**
 * `mso-hide` alone is not hidden: it hides from Outlook what every other reader shows. A font size of 0 is not decided here either,
 * because layout wrappers set it to close gaps and their children set a real size again.
 */
function hidesContent(style: string): boolean {
  if (/display\s*:\s*none/i.test(style) || /visibility\s*:\s*hidden/i.test(style)) return true;
  if (/(?:^|[;\s])opacity\s*:\s*0(?:\.0+)?\s*(?:;|!|$)/i.test(style)) return true;
  return (
    /(?:^|[;\s])(?:max-)?(?:height|width)\s*:\s*0(?:px)?\s*(?:;|!|$)/i.test(style) &&
    /overflow\s*:\s*hidden/i.test(style)
  );
}

function declaredFontSize(style: string): 'invisible' | 'visible' | undefined {
  const size = /(?:^|[;\s])font-size\s*:\s*([\d.]+)\s*([a-z%]*)/i.exec(style);
  if (size === null) return undefined;
  const value = Number(size[1]);
  const unit = (size[2] ?? '').toLowerCase();
  return value === 0 || (value <= 1 && (unit === 'px' || unit === 'pt')) ? 'invisible' : 'visible';
}
