// The empty house: how quickly it starts, what it needs when idle, how quickly it says that it lives.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { httpLoad } from '../load/http.ts';
import { percentiles, type Result, type Scenario } from '../scenario.ts';
import { startService } from '../service.ts';

const EMPTY = { rate: null, p50: null, p95: null, p99: null, cpu: null, rssMb: null };

const start: Scenario = {
  name: 'start',
  about: 'from the command to ready: first start (initialises PostgreSQL) and later ones',
  async run() {
    const dataDir = await mkdtemp(join(tmpdir(), 'mayfly-start-'));
    const results: Result[] = [];
    try {
      const times: number[] = [];
      for (let i = 0; i < 4; i++) {
        const service = await startService({ dataDir });
        times.push(service.startMs);
        await service.stop();
      }
      const [first = 0, ...later] = times;
      results.push({ ...EMPTY, name: 'start, first', unit: '', p50: first });
      results.push({ ...EMPTY, name: 'start, later', unit: '', ...percentiles(later) });
    } finally {
      await rm(dataDir, { recursive: true, force: true });
    }
    return results;
  },
};

const idle: Scenario = {
  name: 'idle',
  about: 'memory and CPU of the Node process with nothing to do, after 5 seconds',
  async run() {
    const service = await startService();
    try {
      const before = await service.usage();
      await new Promise((resolve) => setTimeout(resolve, 5_000));
      const after = await service.usage();
      const cpu = (after.cpuSeconds - before.cpuSeconds) / 5;
      return [{ ...EMPTY, name: 'idle', unit: '', cpu, rssMb: after.rssBytes / 1e6 }];
    } finally {
      await service.stop();
    }
  },
};

const healthz: Scenario = {
  name: 'healthz',
  about: 'GET /healthz over 32 connections',
  async run({ seconds }) {
    const service = await startService();
    try {
      const before = await service.usage();
      const done = await httpLoad({ origin: service.origin, paths: [{ path: '/healthz' }], connections: 32, seconds });
      const after = await service.usage();
      return [
        {
          name: 'healthz, 32 connections',
          unit: 'requests/s',
          rate: done.ok / done.seconds,
          ...percentiles(done.latencies),
          cpu: (after.cpuSeconds - before.cpuSeconds) / done.seconds,
          rssMb: after.rssBytes / 1e6,
        },
      ];
    } finally {
      await service.stop();
    }
  },
};

export const basicScenarios: Scenario[] = [start, idle, healthz];
