// Splits plain text into words and web addresses, so that addresses can be drawn as links without any HTML.

export interface Piece {
  readonly text: string;
  readonly href: string | null;
}

const WEB = /https?:\/\/[^\s<>"'`]+/gi;

export function linkify(text: string): readonly Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  for (const match of text.matchAll(WEB)) {
    const found = match[0].replace(/[.,;:!?)\]}]+$/, '');
    if (!URL.canParse(found)) continue;
    pieces.push({ text: text.slice(at, match.index), href: null }, { text: found, href: found });
    at = match.index + found.length;
  }
  pieces.push({ text: text.slice(at), href: null });
  return pieces;
}
