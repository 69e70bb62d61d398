// `npm run bench [-- SCENARIO …] [-- --seconds N] [--json FILE]`: runs named scenarios against services that it starts itself,
// prints a table and writes JSON for comparison.

import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { parseArgs } from 'node:util';
import type { Result, Scenario } from './scenario.ts';
import { basicScenarios } from './scenarios/basics.ts';
import { growthScenario } from './scenarios/growth.ts';
import { ingestScenarios } from './scenarios/ingest.ts';
import { readsScenario } from './scenarios/reads.ts';
import { smtpSourceScenario } from './scenarios/smtp-source.ts';
import { waitersScenario } from './scenarios/waiters.ts';
import { wakeScenario } from './scenarios/wake.ts';
import { webhooksScenario } from './scenarios/webhooks.ts';

const SCENARIOS: readonly Scenario[] = [
  ...basicScenarios,
  ...ingestScenarios,
  smtpSourceScenario,
  wakeScenario,
  waitersScenario,
  readsScenario,
  growthScenario,
  webhooksScenario,
];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { seconds: { type: 'string', default: '8' }, json: { type: 'string' }, help: { type: 'boolean' } },
});

if (values.help) {
  console.log('npm run bench -- [SCENARIO …] [--seconds N] [--json FILE]\n');
  for (const { name, about } of SCENARIOS) console.log(`  ${name.padEnd(22)} ${about}`);
  process.exit(0);
}

const unknown = positionals.filter((name) => !SCENARIOS.some((scenario) => scenario.name === name));
if (unknown.length > 0) {
  console.error(`There is no scenario ${unknown.join(', ')}. "npm run bench -- --help" lists them.`);
  process.exit(1);
}

const chosen = positionals.length === 0 ? SCENARIOS : SCENARIOS.filter(({ name }) => positionals.includes(name));
const results: Result[] = [];
for (const scenario of chosen) {
  process.stderr.write(`… ${scenario.name}: ${scenario.about}\n`);
  results.push(...(await scenario.run({ seconds: Number(values.seconds) })));
}

const number = (value: number | null, digits = 0) => (value === null ? '' : value.toFixed(digits));
console.table(
  Object.fromEntries(
    results.map((r) => [
      r.name,
      {
        rate: r.rate === null ? '' : `${number(r.rate)} ${r.unit}`,
        'p50 ms': number(r.p50, 1),
        'p95 ms': number(r.p95, 1),
        'p99 ms': number(r.p99, 1),
        'CPU cores': number(r.cpu, 2),
        'RSS MB': number(r.rssMb),
        note: r.note ?? '',
      },
    ]),
  ),
);

const file = values.json ?? 'bench/results/latest.json';
mkdirSync('bench/results', { recursive: true });
writeFileSync(
  file,
  JSON.stringify(
    {
      at: new Date().toISOString(),
      commit: execFileSync('git', ['rev-parse', '--short', 'HEAD']).toString().trim(),
      machine: { cpu: cpus()[0]?.model, cores: cpus().length, memoryGb: Math.round(totalmem() / 1e9) },
      node: process.version,
      results,
    },
    null,
    2,
  ),
);
console.log(`Written to ${file}`);
