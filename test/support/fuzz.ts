// How long properties are tried: FUZZ_FACTOR=50 makes fifty times as many runs of each, and gives them the time.

export const FUZZ_FACTOR = Math.max(1, Number(process.env['FUZZ_FACTOR'] ?? 1));

/** For fast-check: so many runs, or as many more as were asked for. */
export const runs = (usual: number): { numRuns: number } => ({ numRuns: Math.round(usual * FUZZ_FACTOR) });
