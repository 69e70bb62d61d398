// Rows for people: aligned columns, one line each.

/** A terminal must not obey what a sender or customer wrote. */
export function plainText(value: unknown): string {
  if (value === null || value === undefined) return '-';
  if (value instanceof Date) return value.toISOString();
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return String(value).replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g, ' ');
}

/** Columns by heading; numbers stand to the right. `empty` is said when there is no row. */
export function table(rows: readonly Readonly<Record<string, unknown>>[], empty = 'Nothing there.'): string {
  const [first] = rows;
  if (!first) return empty;
  const headings = Object.keys(first);
  const cells = rows.map((row) => headings.map((heading) => plainText(row[heading])));
  const widths = headings.map((heading, i) =>
    Math.max(widthOf(heading), ...cells.map((line) => widthOf(line[i] ?? ''))),
  );
  const right = headings.map((heading) => rows.every((row) => typeof row[heading] === 'number'));
  const line = (texts: readonly string[]) =>
    texts
      .map((text, i) => {
        const gap = ' '.repeat((widths[i] ?? 0) - widthOf(text));
        return right[i] ? gap + text : text + gap;
      })
      .join('  ')
      .trimEnd();
  return [line(headings.map((heading) => heading.toUpperCase())), ...cells.map(line)].join('\n');
}

/** Columns a text takes: combining marks none, East Asian wide characters two. */
function widthOf(text: string): number {
  let width = 0;
  for (const char of text) {
    if (/\p{Mn}|\p{Me}|\p{Cf}/u.test(char)) continue;
    width +=
      /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u.test(
        char,
      )
        ? 2
        : 1;
  }
  return width;
}
