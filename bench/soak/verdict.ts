// From the soak's samples to its verdict: what grew that should not have. The first third warms up and is not judged.

export interface Sample {
  /** Seconds since the load began. */
  readonly at: number;
  readonly rssMb: number;
  /** Rows by table. */
  readonly rows: Readonly<Record<string, number>>;
  /** The most rows that may be alive by what the visitors did; tables without a bound are not judged. */
  readonly bounds: Readonly<Record<string, number>>;
  /** 99th percentile in milliseconds since the last sample, by kind. */
  readonly p99: Readonly<Record<string, number>>;
}

export interface Check {
  readonly name: string;
  readonly ok: boolean;
  readonly detail: string;
}

/** Growth of memory over the second half, as a share of its mean. */
const MEMORY_GROWTH = 0.1;
/** Latency of the last third against the middle third; the constant forgives one hiccup of a small number. */
const LATENCY_FACTOR = 2;
const LATENCY_SLACK_MS = 25;

export function judge(samples: readonly Sample[], errors: readonly string[], undelivered: number): Check[] {
  return [
    {
      name: 'no errors',
      ok: errors.length === 0,
      detail: errors.length === 0 ? 'every call and mail was answered' : `${errors.length}, the first: ${errors[0]}`,
    },
    { name: 'webhooks', ok: undelivered === 0, detail: `${undelivered} not delivered` },
    judgeMemory(samples),
    ...judgeRows(samples),
    ...judgeLatency(samples),
  ];
}

function judgeMemory(samples: readonly Sample[]): Check {
  const half = samples.slice(Math.floor(samples.length / 2));
  const mean = average(half.map(({ rssMb }) => rssMb));
  const seconds = (half.at(-1)?.at ?? 0) - (half[0]?.at ?? 0);
  const growth = slope(half.map(({ at, rssMb }) => [at, rssMb])) * seconds;
  return {
    name: 'memory is flat',
    ok: half.length >= 3 && growth <= mean * MEMORY_GROWTH,
    detail: `${growth.toFixed(1)} MB over the last ${seconds.toFixed(0)} s at ${mean.toFixed(0)} MB`,
  };
}

function judgeRows(samples: readonly Sample[]): Check[] {
  const last = samples.at(-1);
  if (!last) return [];
  return Object.entries(last.bounds).map(([table, bound]) => {
    const rows = last.rows[table] ?? 0;
    return { name: `rows of ${table}`, ok: rows <= bound, detail: `${rows}, at most ${bound} may be alive` };
  });
}

function judgeLatency(samples: readonly Sample[]): Check[] {
  const third = Math.floor(samples.length / 3);
  const [middle, last] = [samples.slice(third, third * 2), samples.slice(third * 2)];
  return Object.keys(samples[0]?.p99 ?? {}).map((kind) => {
    const of = (part: readonly Sample[]) => median(part.map(({ p99 }) => p99[kind] ?? 0));
    const [before, after] = [of(middle), of(last)];
    return {
      name: `p99 of ${kind} is steady`,
      ok: after <= before * LATENCY_FACTOR + LATENCY_SLACK_MS,
      detail: `${before.toFixed(1)} ms, then ${after.toFixed(1)} ms`,
    };
  });
}

const average = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / (values.length || 1);

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

/** Least squares. */
function slope(points: readonly (readonly [number, number])[]): number {
  const x = average(points.map(([at]) => at));
  const y = average(points.map(([, value]) => value));
  const spread = points.reduce((sum, [at]) => sum + (at - x) ** 2, 0);
  return spread === 0 ? 0 : points.reduce((sum, [at, value]) => sum + (at - x) * (value - y), 0) / spread;
}
