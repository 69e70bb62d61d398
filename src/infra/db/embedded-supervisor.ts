// Keeps one PostgreSQL running on the cluster until stop(): adopts an orphan, launches, restarts after a crash.
import fs from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Binaries } from './embedded-binaries.ts';
import { chooseAddress, clearSocket, dropAddress, type Place } from './embedded-cluster.ts';
import { EmbeddedError } from './embedded-error.ts';
import {
  clearPidFile,
  endPostmaster,
  endStragglers,
  findPostmaster,
  launchPostmaster,
  type Postmaster,
  readPidFile,
  sameSettings,
  watchPostmaster,
} from './embedded-process.ts';
import type { Address } from './embedded-settings.ts';
import type { RunAs } from './embedded-user.ts';

export interface Supervised {
  readonly address: Address;
  pid(): number;
  stop(): Promise<void>;
}

interface Work {
  readonly place: Place;
  readonly binaries: Binaries;
  readonly runAs: RunAs | null;
  readonly onProgress: (line: string) => void;
  /** Whether the PostgreSQL at an address is the one of this cluster and takes our password. */
  readonly answers: (address: Address) => Promise<boolean>;
}

// What may work a moment later: shared memory of dying backends, a lock file or a port still held, a kill from outside.
const PASSING =
  /pre-existing shared memory block|lock file .* already exists|could not create any TCP\/IP sockets|it was ended by SIG/;
const PASSING_PATIENCE_MS = 30_000;
const STRAGGLERS_AFTER_MS = 2_000;
const ORPHAN_PATIENCE_MS = 10_000;
const SHORT_LIFE_MS = 10_000;
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 5_000;
const LOG_LIMIT_BYTES = 8 * 1024 * 1024;
const LOG_CHECK_MS = 60_000;

export async function supervise(work: Work): Promise<Supervised> {
  const { place, binaries, onProgress } = work;
  boundLog(place.log);
  // A service that exits without stop() (an uncaught error) takes its PostgreSQL along.
  const onExit = (): void => signalPostmaster(place.cluster);
  process.once('exit', onExit);

  let current: Postmaster;
  try {
    current = await launch(work, null);
  } catch (error) {
    process.removeListener('exit', onExit);
    throw error;
  }
  const { address } = current;
  const stopping = new AbortController();
  const stopped = new Promise<void>((done) => stopping.signal.addEventListener('abort', () => done(), { once: true }));

  let pause = FIRST_PAUSE_MS;
  const watch = (async () => {
    for (;;) {
      const began = Date.now();
      await Promise.race([current.gone, stopped]);
      if (stopping.signal.aborted) return;
      onProgress('PostgreSQL ended unexpectedly; starting it again');
      pause = Date.now() - began < SHORT_LIFE_MS ? Math.min(pause * 2, LONGEST_PAUSE_MS) : FIRST_PAUSE_MS;
      const next = await relaunch(work, address, pause, stopping.signal);
      if (next === null) return;
      current = next;
    }
  })();

  const logTimer = setInterval(() => boundLog(place.log), LOG_CHECK_MS);
  logTimer.unref();

  const end = async (): Promise<void> => {
    stopping.abort();
    clearInterval(logTimer);
    // A restart under way may be recovering for long; told to end, it does.
    const hurry = setInterval(() => signalPostmaster(place.cluster), 200);
    await watch;
    clearInterval(hurry);
    await endPostmaster(current, place.cluster, binaries);
    process.removeListener('exit', onExit);
    dropAddress(address);
  };
  let ending: Promise<void> | null = null;
  return {
    address,
    pid: () => current.pid,
    stop() {
      ending ??= end();
      return ending;
    },
  };
}

async function relaunch(
  work: Work,
  address: Address,
  firstPause: number,
  signal: AbortSignal,
): Promise<Postmaster | null> {
  for (let pause = firstPause; !signal.aborted; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
    await sleep(pause, null, { signal }).catch(() => {});
    if (signal.aborted) return null;
    try {
      return await launch(work, address);
    } catch (error) {
      if (!signal.aborted) work.onProgress(error instanceof Error ? error.message : String(error));
    }
  }
  return null;
}

/** Has PostgreSQL running when it returns; with `fixed` it listens where it did before, so that the URL stays true. */
async function launch(work: Work, fixed: Address | null): Promise<Postmaster> {
  const { place, binaries, runAs, onProgress } = work;
  const began = Date.now();
  for (;;) {
    // Looked for before every attempt: a Mayfly killed a moment ago may have started one that shows itself only now.
    const orphan = await adopt(work, fixed);
    if (orphan !== null) return orphan;
    const stale = readPidFile(place.cluster);
    if (fixed === null && stale?.address != null) dropAddress(stale.address);
    clearPidFile(place.cluster);
    const address = fixed ?? (await chooseAddress(place, runAs));
    clearSocket(address);
    try {
      return await launchPostmaster(place, binaries, runAs, address, onProgress);
    } catch (error) {
      if (fixed === null) dropAddress(address);
      const waited = Date.now() - began;
      const passing = error instanceof EmbeddedError && PASSING.test(error.message);
      if (!passing || waited > PASSING_PATIENCE_MS) throw error;
      if (waited > STRAGGLERS_AFTER_MS && findPostmaster(place.cluster) === null) endStragglers(place.cluster);
      await sleep(100);
    }
  }
}

/** Takes over the PostgreSQL of a Mayfly that was killed, if it is sound and runs with today's settings; else ends it. */
async function adopt(work: Work, expected: Address | null): Promise<Postmaster | null> {
  const { cluster } = work.place;
  const began = Date.now();
  let told = began;
  for (;;) {
    const found = findPostmaster(cluster);
    if (found === null) return null;
    const { pid, address, status } = found;
    const now = Date.now();
    const late = now - began > ORPHAN_PATIENCE_MS;
    if (status === 'ready' && address !== null) {
      const place = expected === null || (expected.host === address.host && expected.port === address.port);
      const sound = place && sameSettings(cluster, work.binaries, address);
      if (sound && (await work.answers(address))) return watchPostmaster(pid, address, cluster);
      if (!sound || late) {
        await endPostmaster(watchPostmaster(pid, address, cluster), cluster, work.binaries);
        dropAddress(address);
        return null;
      }
    } else if (late && status !== 'starting') {
      await endPostmaster(watchPostmaster(pid, NOWHERE, cluster), cluster, work.binaries);
      return null;
    }
    if (now - told > ORPHAN_PATIENCE_MS) {
      told = now;
      work.onProgress('PostgreSQL is still starting (recovering after a crash)');
    }
    await sleep(20);
  }
}

const NOWHERE: Address = { host: '', port: 0 };

function signalPostmaster(cluster: string): void {
  try {
    const found = findPostmaster(cluster);
    if (found !== null) process.kill(found.pid, 'SIGINT');
  } catch {
    // It ended by itself in between, which is what was wanted.
  }
}

/** PostgreSQL only ever appends to its log, so it can be cut short under it. */
function boundLog(file: string): void {
  try {
    if (fs.statSync(file).size < LOG_LIMIT_BYTES) return;
    fs.copyFileSync(file, `${file}.1`);
    fs.truncateSync(file);
  } catch {
    // No log yet, or no room to keep the old one: the next check tries again.
  }
}
