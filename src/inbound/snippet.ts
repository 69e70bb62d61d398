// The first words of a mail for the list of messages. Used by read-now.
const LENGTH = 200;
// Enough for most mails; only where links and padding fill it is more looked at.
const FIRST_LOOK = 800;
const SECOND_LOOK = 8_000;
// Marketing mail pads its preview with invisible characters so that the body does not show in lists.
const INVISIBLE = /[\p{DI}\u2800\ufffc\ufffd]/gu;
const URLS = /[<([]?\b(?:https?:\/\/|www\.)[^\s<>"]{3,}[>)\]]?/gi;
const RULES = /([-=_*~#.•·–—|])\1{3,}/g;

// Everything but a lone space, which is fine as it is and by far the most frequent.
const SPACE = /[\s\0-\x1f\x7f]{2,}|[^\S ]|[\0-\x1f\x7f]/g;
const NON_ASCII = /[^\0-\x7f]/;

// A test for what a pattern needs at all is cheaper than the pattern, and most mails need none of them.
function wordsOf(text: string): string {
  let words = NON_ASCII.test(text) ? text.replace(INVISIBLE, '') : text;
  if (words.includes('://') || /www\./i.test(words)) words = words.replace(URLS, ' ');
  return words.replace(RULES, ' ').replace(SPACE, ' ').trim();
}

export function makeSnippet(text: string): string {
  const first = wordsOf(text.slice(0, FIRST_LOOK));
  const words = first.length > LENGTH || text.length <= FIRST_LOOK ? first : wordsOf(text.slice(0, SECOND_LOOK));
  if (words.length <= LENGTH) return words.toWellFormed();
  const cut = words.slice(0, LENGTH - 1);
  const space = cut.lastIndexOf(' ');
  // A pair of surrogates cut in half would become a replacement character.
  const end = space > LENGTH * 0.7 ? space : /[\ud800-\udbff]$/.test(cut) ? cut.length - 1 : cut.length;
  return `${cut.slice(0, end).trimEnd()}…`.toWellFormed();
}
