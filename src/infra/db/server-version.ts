// Which PostgreSQL servers Mayfly runs on. Asked by every start (migrate) and by the doctor.

const OLDEST = 15;

/** `server_version_num` says 150004 for 15.4. The line to act on, or null when the server is recent enough. */
export function serverTooOld(versionNumber: number): string | null {
  const major = Math.floor(versionNumber / 10_000);
  return major < OLDEST ? `DATABASE_URL is PostgreSQL ${major}; Mayfly takes ${OLDEST} or newer.` : null;
}
