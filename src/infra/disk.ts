// Watches the free space under the embedded database: nearly full means defer mail and be not ready, until there is room again.

import { statfs } from 'node:fs/promises';

const CHECK_MS = 2_000;
export const MIN_FREE_BYTES = 128 * 1024 * 1024;

export interface DiskWatch {
  full(): boolean;
  freeBytes(): number | null;
  close(): void;
}

export function watchDisk(directory: string, minFree = MIN_FREE_BYTES): DiskWatch {
  let free: number | null = null;
  const look = () =>
    statfs(directory).then(
      (stats) => {
        free = stats.bavail * stats.bsize;
      },
      () => {
        free = null;
      },
    );
  void look();
  const timer = setInterval(look, CHECK_MS).unref();
  return {
    full: () => free !== null && free < minFree,
    freeBytes: () => free,
    close: () => clearInterval(timer),
  };
}

export const noDiskWatch: DiskWatch = { full: () => false, freeBytes: () => null, close: () => {} };
