// Decides as which user the embedded PostgreSQL runs, and how to become that user.
// PostgreSQL refuses root, so root has to lend it a user that can reach the binaries and DATA_DIR.
import fs from 'node:fs';
import { dirname, join } from 'node:path';
import { EmbeddedError } from './embedded-error.ts';

export interface RunAs {
  readonly uid: number;
  readonly gid: number;
}

/** A program and its arguments, ready for spawn. */
export interface Command {
  readonly file: string;
  readonly args: string[];
  readonly uid?: number;
  readonly gid?: number;
}

const CANDIDATES = ['mayfly', 'postgres', 'nobody'];
// Numbers of linux/capability.h.
const CAP = { chown: 0n, dacOverride: 1n, dacReadSearch: 2n, kill: 5n, setgid: 6n, setuid: 7n } as const;
const NEEDED_BY_ROOT = [CAP.chown, CAP.dacOverride, CAP.kill, CAP.setgid, CAP.setuid];

/** The user to run PostgreSQL as, or null when this process may run it itself. */
export function chooseUser(dataDir: string, cluster: string): RunAs | null {
  if (process.getuid?.() !== 0) return null;
  if (NEEDED_BY_ROOT.some((bit) => !hasCapability('CapEff', bit))) {
    throw new EmbeddedError(
      'PostgreSQL does not run as root, and this root lacks the capabilities to run it as another user. ' +
        'Run Mayfly as a normal user, or set DATABASE_URL to a PostgreSQL server.',
    );
  }
  for (const path of [cluster, dataDir]) {
    const found = fs.statSync(path, { throwIfNoEntry: false });
    if (found !== undefined && found.uid !== 0) return { uid: found.uid, gid: found.gid };
  }
  const users = readUsers();
  for (const name of CANDIDATES) {
    const user = users.get(name);
    if (user !== undefined && user.uid !== 0) return user;
  }
  throw new EmbeddedError(
    `PostgreSQL does not run as root, and none of the users ${CANDIDATES.join(', ')} exists. ` +
      'Add a user "mayfly", run Mayfly as a normal user, or set DATABASE_URL to a PostgreSQL server.',
  );
}

function readUsers(): Map<string, RunAs> {
  const users = new Map<string, RunAs>();
  for (const line of fs.readFileSync('/etc/passwd', 'utf8').split('\n')) {
    const [name, , uid, gid] = line.split(':');
    if (name !== undefined && uid !== undefined && gid !== undefined) {
      users.set(name, { uid: Number(uid), gid: Number(gid) });
    }
  }
  return users;
}

/** How to run `binary` as `runAs` so that it can reach itself and `dataDir`, whatever lies above them. */
export function asUser(runAs: RunAs | null, binary: string, args: string[], dataDir: string): Command {
  if (runAs === null) return { file: binary, args };
  const { uid, gid } = runAs;
  const blocked = blockedFolder(dirname(binary), runAs) ?? blockedFolder(dataDir, runAs);
  const executable = allows(binary, runAs, 0o1);
  if (blocked === null && executable) return { file: binary, args, uid, gid };

  const capability = chooseCapability(executable);
  const setpriv = findProgram('setpriv');
  if (capability === null || setpriv === null) {
    const place = blocked ?? binary;
    throw new EmbeddedError(
      `PostgreSQL does not run as root, and user id ${uid} that it would run as cannot enter ${place}. ` +
        `Run "chmod o+x ${place}", set DATA_DIR to another place, or set DATABASE_URL to a PostgreSQL server.`,
    );
  }
  const become = ['--reuid', `${uid}`, '--regid', `${gid}`, '--clear-groups'];
  const reach = ['--inh-caps', `+${capability}`, '--ambient-caps', `+${capability}`];
  return { file: setpriv, args: [...become, ...reach, '--', binary, ...args] };
}

/** The topmost folder on the way to `path` that the user cannot enter. */
function blockedFolder(path: string, runAs: RunAs): string | null {
  const chain: string[] = [];
  for (let folder = path; ; folder = dirname(folder)) {
    chain.unshift(folder);
    if (dirname(folder) === folder) break;
  }
  return chain.find((folder) => !allows(folder, runAs, 0o1)) ?? null;
}

// Mode bits only: where an ACL grants more, we take the longer way through setpriv and arrive all the same.
function allows(path: string, runAs: RunAs, bit: number): boolean {
  const { mode, uid, gid } = fs.statSync(path);
  const shift = uid === runAs.uid ? 6 : gid === runAs.gid ? 3 : 0;
  return ((mode >> shift) & bit) === bit;
}

/** The weakest capability that opens the way: reading and searching is enough unless the program itself is closed. */
function chooseCapability(executable: boolean): string | null {
  if (process.platform !== 'linux') return null;
  if (executable && hasCapability('CapBnd', CAP.dacReadSearch)) return 'dac_read_search';
  return hasCapability('CapBnd', CAP.dacOverride) ? 'dac_override' : null;
}

/** Where there are no capabilities (macOS), root has them all. */
function hasCapability(set: 'CapEff' | 'CapBnd', bit: bigint): boolean {
  if (process.platform !== 'linux') return true;
  const bits = new RegExp(`^${set}:\\s*([0-9a-f]+)`, 'm').exec(fs.readFileSync('/proc/self/status', 'utf8'))?.[1];
  return ((BigInt(`0x${bits ?? 'ffffffffff'}`) >> bit) & 1n) === 1n;
}

function findProgram(name: string): string | null {
  for (const folder of [...(process.env['PATH'] ?? '').split(':'), '/usr/bin', '/bin', '/usr/sbin', '/sbin']) {
    if (!folder.startsWith('/')) continue;
    try {
      fs.accessSync(join(folder, name), fs.constants.X_OK);
      return join(folder, name);
    } catch {
      // Not in this folder.
    }
  }
  return null;
}
