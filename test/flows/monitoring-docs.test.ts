// The dashboard and the alert rules under docs/ speak of numbers that /metrics has, in PromQL that Prometheus takes.

import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createMetrics } from '../../src/infra/metrics.ts';
import { createTestApp, type TestApp } from '../support/app.ts';

const DOCS = fileURLToPath(new URL('../../docs/', import.meta.url));
const PROMTOOL = spawnSync('promtool', ['--version']).status === 0;

interface Dashboard {
  panels: { title: string; targets?: { expr: string }[] }[];
}
let expressions: string[];
let rules: string;
let app: TestApp;
beforeAll(async () => {
  const dashboard = JSON.parse(await readFile(`${DOCS}grafana/mayfly.json`, 'utf8')) as Dashboard;
  expressions = dashboard.panels.flatMap(({ targets }) => (targets ?? []).map(({ expr }) => expr));
  rules = await readFile(`${DOCS}prometheus/alerts.yml`, 'utf8');
  app = await createTestApp();
});
afterAll(() => app.close());

test('every number that is drawn or watched is one that /metrics has', async () => {
  const known = (await app.assembly.metrics.registry.getMetricsAsJSON()).map(({ name }) => name);
  const spoken = new Set(`${expressions.join('\n')}\n${rules}`.match(/\b(mayfly|nodejs|process)_[a-z0-9_]+/g));
  const unknown = [...spoken].filter(
    (name) => !known.includes(name.replace(/_(bucket|count|sum)$/, '')) && !known.includes(name),
  );
  expect(unknown).toEqual([]);
  expect(spoken.size).toBeGreaterThan(10);
});

test('everything that Mayfly counts is drawn', () => {
  const drawn = expressions.join('\n');
  const own = Object.values(createMetrics({ processMetrics: false }))
    .filter((metric) => typeof metric === 'object' && 'name' in metric)
    .map((metric) => (metric as unknown as { name: string }).name);
  expect(own.length).toBeGreaterThan(6);
  expect(own.filter((name) => !drawn.includes(name))).toEqual([]);
});

describe.skipIf(!PROMTOOL)('promtool (skipped where it is not installed)', () => {
  const promtool = (...args: string[]) => promisify(execFile)('promtool', args, { timeout: 15_000 });

  test('takes the rules, and they fire when they should', async () => {
    await promtool('check', 'rules', `${DOCS}prometheus/alerts.yml`);
    await promtool('test', 'rules', `${DOCS}prometheus/alerts.test.yml`);
  });

  test('takes the configuration', async () => {
    await promtool('check', 'config', `${DOCS}prometheus/prometheus.yml`);
  });

  test('takes every expression of the dashboard', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'mayfly-promql-'));
    const plain = (expr: string) =>
      expr.replaceAll('$__rate_interval', '5m').replaceAll('$job', 'mayfly').replaceAll('$instance', '.*');
    const file = {
      groups: [{ name: 'd', rules: expressions.map((expr, i) => ({ record: `r${i}`, expr: plain(expr) })) }],
    };
    // JSON is YAML.
    await writeFile(join(folder, 'd.yml'), JSON.stringify(file));
    await promtool('check', 'rules', join(folder, 'd.yml')).finally(() => rm(folder, { recursive: true }));
  });
});
