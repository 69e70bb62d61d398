// An iCalendar part → a few readable lines, for invitations that come without any other text. Used by parse.
const SHOWN = new Map([
  ['SUMMARY', 'Event'],
  ['DTSTART', 'Start'],
  ['DTEND', 'End'],
  ['LOCATION', 'Place'],
  ['ORGANIZER', 'Organizer'],
  ['DESCRIPTION', 'Description'],
]);
const MAX_SOURCE = 64_000;
const MAX_LINES = 60;

const readable = (value: string): string =>
  value
    .replace(/\\n/gi, '\n')
    .replace(/\\([\\;,])/g, '$1')
    .replace(/^mailto:/i, '')
    .replace(/^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)\d\d(Z?))?$/, (_all, y, m, d, hour, minute, zone) =>
      hour === undefined ? `${y}-${m}-${d}` : `${y}-${m}-${d} ${hour}:${minute}${zone === 'Z' ? ' UTC' : ''}`,
    );

export function calendarText(source: string): string {
  const lines: string[] = [];
  for (const line of source
    .slice(0, MAX_SOURCE)
    .replace(/\r?\n[ \t]/g, '')
    .split(/\r?\n/)) {
    const match = /^([A-Z-]+)(?:;[^:]*)?:(.*)$/.exec(line);
    const label = match?.[1] ? SHOWN.get(match[1]) : undefined;
    if (label && match?.[2]) lines.push(`${label}: ${readable(match[2])}`);
    if (lines.length >= MAX_LINES) break;
  }
  return lines.join('\n');
}
