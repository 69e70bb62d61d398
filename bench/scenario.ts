// What a scenario is, and what it answers. One row of the table for each result.

export interface Result {
  /** Such as `ingest-4k, 50 reused connections`. */
  readonly name: string;
  /** What `rate` counts, such as `mails/s`. */
  readonly unit: string;
  readonly rate: number | null;
  readonly p50: number | null;
  readonly p95: number | null;
  readonly p99: number | null;
  /** Share of one core that the service's Node process used. */
  readonly cpu: number | null;
  readonly rssMb: number | null;
  readonly note?: string;
}

export interface Scenario {
  readonly name: string;
  readonly about: string;
  run(options: { seconds: number }): Promise<Result[]>;
}

export function percentiles(milliseconds: readonly number[]): Pick<Result, 'p50' | 'p95' | 'p99'> {
  const sorted = [...milliseconds].sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? null;
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99) };
}
