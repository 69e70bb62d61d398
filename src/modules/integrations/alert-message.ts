// Alertmanager's body → one message that a person reads on a phone. Nothing in the body is trusted to have a shape.

const MAX_ALERTS = 10;
const MAX_LINE = 300;

export function alertMessage(body: unknown): string {
  const alert = record(body);
  const labels = record(alert['commonLabels']);
  const resolved = alert['status'] === 'resolved';
  const alerts = Array.isArray(alert['alerts']) ? alert['alerts'] : [];
  const name = line(labels['alertname']) || line(record(record(alerts[0])['labels'])['alertname']) || 'Alert';
  const severity = line(labels['severity']);
  const head = `${resolved ? '✅ Resolved' : '🔥 Firing'}: ${name}${severity === '' ? '' : ` (${severity})`}`;
  const lines = alerts.slice(0, MAX_ALERTS).flatMap((item) => {
    const text = describe(record(item), resolved);
    return text === '' ? [] : [`• ${text}`];
  });
  const more = alerts.length > MAX_ALERTS ? [`… and ${alerts.length - MAX_ALERTS} more`] : [];
  return [head, ...new Set(lines), ...more].join('\n');
}

export const UNREADABLE_ALERT = '⚠️ An alert arrived that could not be read; look at Alertmanager.';

function describe(alert: Record<string, unknown>, groupResolved: boolean): string {
  const annotations = record(alert['annotations']);
  const labels = record(alert['labels']);
  const said = line(annotations['summary']) || line(annotations['description']) || line(annotations['message']);
  const instance = line(labels['instance']);
  const own = alert['status'] === 'resolved' && !groupResolved ? '(resolved) ' : '';
  const where = instance === '' || said.includes(instance) ? '' : ` [${instance}]`;
  return said === '' && where === '' ? '' : `${own}${said}${where}`.trim();
}

const record = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};

/** One line of bounded length without control characters; anything that is not text is empty. */
function line(value: unknown): string {
  if (typeof value !== 'string') return '';
  const flat = value
    .slice(0, MAX_LINE * 4)
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu, ' ')
    .trim();
  return flat.length > MAX_LINE ? `${flat.slice(0, MAX_LINE - 1).toWellFormed()}…` : flat;
}
