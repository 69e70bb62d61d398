// Wildcard patterns of extraction filters: `*` is any run, `?` any one character, a pattern with neither means "contains".
// Case is ignored. Time is bounded by pattern length × value length whatever the pattern: there is one resume point, never a stack of them.

/** Senders choose the subject: what lies beyond this many characters takes no part in the comparison. */
export const WILDCARD_VALUE_MAX = 4096;

export function matchesWildcard(pattern: string, value: string): boolean {
  const wanted = fold(pattern);
  const given = fold(value.slice(0, WILDCARD_VALUE_MAX));
  if (!/[*?]/.test(wanted)) return given.includes(wanted);
  return matchesWhole([...wanted], [...given]);
}

// Composed first, so that é typed as one character equals é sent as two.
function fold(text: string): string {
  return text.normalize('NFC').toLowerCase().normalize('NFC');
}

function matchesWhole(pattern: readonly string[], value: readonly string[]): boolean {
  let p = 0;
  let v = 0;
  let star = -1;
  let resumeAt = 0;
  while (v < value.length) {
    if (pattern[p] === '*') {
      star = p++;
      resumeAt = v;
    } else if (p < pattern.length && (pattern[p] === '?' || pattern[p] === value[v])) {
      p++;
      v++;
    } else if (star !== -1) {
      // Only the latest star can need to take more: what an earlier one took is already the shortest that works.
      p = star + 1;
      v = ++resumeAt;
    } else {
      return false;
    }
  }
  while (pattern[p] === '*') p++;
  return p === pattern.length;
}
