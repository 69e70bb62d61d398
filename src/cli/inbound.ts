// `mayfly inbound`: the last attempts to deliver, and the reply each got.

import { command } from './command.ts';
import { table } from './table.ts';
import { wholeNumber } from './values.ts';

export const inboundCommand = command({
  name: 'inbound',
  usage: '[--to ADDRESS|DOMAIN] [--limit N]',
  summary: 'last delivery attempts and the replies they got',
  details: `Newest first; 20 unless --limit says otherwise. An attempt shows up a second after it happened. Kept: the newest
100,000, for seven days. Tells why a mail did not arrive: "refused" was turned away for good, "deferred" will be tried
again by its sender, and a mail that is not listed never reached this server (look at its MX record and at port 25).`,
  options: { to: { type: 'string' }, limit: { type: 'string' } },
  async run({ options, open }) {
    const limit = options.limit === undefined ? 20 : wholeNumber(options.limit, '--limit', 1, 10_000);
    const { to } = options;
    const whom =
      to === undefined ? {} : to.includes('@') && !to.startsWith('@') ? { to } : { domain: to.replace('@', '') };
    const attempts = await (await open()).inboundLog.recent({ ...whom, limit });
    const rows = attempts.map(({ at, outcome, peer, tls, sender, recipient, reply }) => ({
      time: at,
      outcome,
      peer,
      tls: tls ?? 'none',
      from: sender === '' ? '<>' : sender,
      to: recipient,
      reply,
    }));
    const nothing =
      to === undefined ? 'No attempt to deliver is on record.' : 'No attempt to deliver there is on record.';
    return { json: attempts, text: table(rows, nothing) };
  },
});
