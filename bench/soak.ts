// `npm run soak [-- --minutes N]`: a service under steady mixed load for some minutes, looked at from outside. Ends with a
// verdict: memory flat, no table larger than what is alive, latencies steady. Exit status 1 when not.

import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { connectDatabase, type Database } from '../src/infra/db/database.ts';
import { joinOrStartEmbedded } from '../src/infra/db/embedded.ts';
import { testCaFile } from '../test/support/tls-endpoint.ts';
import { percentiles } from './scenario.ts';
import { type BenchService, startService } from './service.ts';
import { judge, type Sample } from './soak/verdict.ts';
import { newTally, runVisitors, type Tally } from './soak/visitors.ts';

/** A mailbox of the shortest life, the minute until housekeeping comes, and its work. */
const LEFT_SECONDS = 60 + 60 + 20;
/** Fifteen minutes, and the ten that share a partition. */
const ORIGINAL_SECONDS = 26 * 60;

const { values } = parseArgs({ options: { minutes: { type: 'string', default: '5' } } });
const minutes = Number(values.minutes);
if (!(minutes > 0)) {
  console.error('--minutes takes a number above 0.');
  process.exit(1);
}
const seconds = minutes * 60;
const every = Math.min(10, Math.max(2, seconds / 30));

const service = await startService({
  env: { NODE_EXTRA_CA_CERTS: testCaFile, WEBHOOK_ALLOW_CIDRS: '127.0.0.1/32' },
});
const joined = await joinOrStartEmbedded({ dataDir: service.dataDir, onProgress: () => {} });
const database = connectDatabase({ url: joined.url, max: 2, onIdleError: () => {} });
// A soak that hangs must end as well.
const guard = setTimeout(
  () => {
    console.error('The load did not come to its end.');
    process.exit(1);
  },
  (seconds + 90) * 1_000,
);

const tally = newTally();
const mailsAt: { at: number; mails: number }[] = [];
const samples: Sample[] = [];
const began = performance.now();
const elapsed = () => (performance.now() - began) / 1_000;
const load = runVisitors(service, tally, () => elapsed() >= seconds);
while (elapsed() < seconds) {
  await sleep(Math.min(every, Math.max(0.1, seconds - elapsed())) * 1_000);
  const sample = await look(service, database, tally);
  samples.push(sample);
  const wake = sample.p99['wake']?.toFixed(1);
  console.log(
    `${sample.at.toFixed(0).padStart(5)} s  ${tally.mails} mails  ${sample.rssMb.toFixed(0)} MB  ${sample.rows['mailboxes']} mailboxes  ` +
      `${sample.rows['messages']} messages  wake p99 ${wake} ms  ${tally.errors.length} errors`,
  );
}
await load;
await database.close();
await joined.stop();
await service.stop();
clearTimeout(guard);

const checks = judge(samples, tally.errors, tally.webhooksWanted - tally.webhooksSeen);
console.log();
for (const { name, ok, detail } of checks) console.log(`${ok ? 'ok      ' : 'problem '} ${name}: ${detail}`);
const good = checks.every(({ ok }) => ok);
console.log(`\n${good ? 'Steady' : 'Not steady'} over ${minutes} minutes: ${tally.mails} mails.`);
process.exit(good ? 0 : 1);

async function look(service: BenchService, database: Database, tally: Tally): Promise<Sample> {
  const { rssBytes } = await service.usage();
  const rows = await database.query<{ name: string; rows: number }>({
    text: `select 'mailboxes' as name, count(*) as rows from mailboxes
           union all select 'messages', count(*) from messages
           union all select 'attachments', count(*) from attachments
           union all select 'raw_originals', count(*) from raw_originals
           union all select 'shared_contents', count(*) from shared_contents
           union all select 'webhook_pending', count(*) from webhook_pending
           union all select 'jobs', count(*) from graphile_worker._private_jobs`,
  });
  const now = performance.now();
  while ((tally.left[0] ?? now) < now - LEFT_SECONDS * 1_000) tally.left.shift();
  const sent = tally.mails + tally.webhooksWanted;
  mailsAt.push({ at: elapsed(), mails: sent });
  while ((mailsAt[1]?.at ?? elapsed()) < elapsed() - ORIGINAL_SECONDS) mailsAt.shift();
  // Visitors who are in the middle of it, and the customer's mailbox.
  const left = tally.left.length + 50;
  const taken = tally.latencies;
  tally.latencies = newTally().latencies;
  return {
    at: elapsed(),
    rssMb: rssBytes / 1e6,
    rows: Object.fromEntries(rows.map(({ name, rows: count }) => [name, count])),
    bounds: {
      mailboxes: left,
      messages: left,
      attachments: left,
      shared_contents: left,
      raw_originals: sent - (mailsAt[0]?.at === undefined || elapsed() < ORIGINAL_SECONDS ? 0 : mailsAt[0].mails) + 50,
      webhook_pending: 100,
      jobs: 100,
    },
    p99: Object.fromEntries(Object.entries(taken).map(([kind, times]) => [kind, percentiles(times).p99 ?? 0])),
  };
}
