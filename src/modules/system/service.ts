// Liveness and readiness. Each dependency that this process has registers one check.

export interface Check {
  readonly ok: boolean;
  readonly detail?: string;
}

export type Probe = () => Promise<Check>;

const PROBE_TIMEOUT_MS = 2_000;

export interface SystemService {
  readiness(): Promise<{ ready: boolean; checks: Record<string, Check> }>;
}

/** What `optional` names is shown and does not decide: the service goes on without it. */
export function createSystemService(
  probes: Readonly<Record<string, Probe>>,
  optional: readonly string[] = [],
): SystemService {
  return {
    async readiness() {
      const checks = Object.fromEntries(
        await Promise.all(Object.entries(probes).map(async ([name, probe]) => [name, await bounded(probe)] as const)),
      );
      const ready = Object.entries(checks).every(([name, check]) => check.ok || optional.includes(name));
      return { ready, checks };
    },
  };
}

async function bounded(probe: Probe): Promise<Check> {
  const timeout = Promise.withResolvers<Check>();
  const timer = setTimeout(() => timeout.resolve({ ok: false, detail: 'no answer in time' }), PROBE_TIMEOUT_MS);
  try {
    return await Promise.race([probe(), timeout.promise]);
  } catch {
    // The reason may name hosts and users; the log of the failing part has it.
    return { ok: false, detail: 'not reachable' };
  } finally {
    clearTimeout(timer);
  }
}
