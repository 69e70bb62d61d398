// Turns what goes wrong with the embedded PostgreSQL into one line that a person can act on.
// Every file of the embedded PostgreSQL throws through here; cli/run.ts prints the message without a stack.

export class EmbeddedError extends Error {
  override name = 'EmbeddedError';
}

const OTHER_SERVER = 'or set DATABASE_URL to a PostgreSQL server';

/** What PostgreSQL's own programs print, and what it means to whoever started Mayfly. */
const OUTPUT_MEANINGS: readonly { pattern: RegExp; line: (shown: string, match: RegExpMatchArray) => string }[] = [
  {
    pattern: /No space left on device|Disk quota exceeded/,
    line: (shown) => `The disk that holds DATA_DIR ${shown} is full. Free some space and start again.`,
  },
  {
    pattern: /initialized by PostgreSQL version (\S+), which is not compatible with this version (\d+)/,
    line: (shown, match) =>
      `DATA_DIR ${shown} holds a database of PostgreSQL ${match[1]}, this Mayfly runs PostgreSQL ${match[2]}. ` +
      `Start it with the Mayfly that made it, set another DATA_DIR, ${OTHER_SERVER}.`,
  },
  {
    pattern: /could not look up effective user ID (\d+)/,
    line: (_shown, match) =>
      `PostgreSQL does not run as user id ${match[1]}, which has no name in /etc/passwd. ` +
      `Run Mayfly as a user that has one, ${OTHER_SERVER}.`,
  },
  {
    pattern: /error while loading shared libraries: ([^:\s]+)/,
    line: (_shown, match) =>
      `The embedded PostgreSQL does not find its library ${match[1]}. ` +
      `Run "npm rebuild" (its install script was skipped), ${OTHER_SERVER}.`,
  },
  {
    pattern: /Execution of PostgreSQL by a user with administrative permissions is not/,
    line: () => `PostgreSQL does not run with administrator rights. Start Mayfly as a normal user, ${OTHER_SERVER}.`,
  },
  {
    pattern: /could not (?:map|create) (?:anonymous )?shared memory|Cannot allocate memory/,
    line: () => `There is not enough memory to start PostgreSQL. Free some memory, ${OTHER_SERVER}.`,
  },
];

/** Names the cause of a failed initdb or postgres from its output, or quotes the line that says most. */
export function fromOutput(program: string, output: string, shown: string, logFile?: string): EmbeddedError {
  for (const { pattern, line } of OUTPUT_MEANINGS) {
    const match = output.match(pattern);
    if (match) return new EmbeddedError(line(shown, match));
  }
  const lines = output.split('\n').filter((line) => line.trim() !== '');
  const telling = lines.findLast((line) => /FATAL|PANIC|error:/.test(line)) ?? lines.at(-1) ?? 'it said nothing';
  const more = logFile === undefined ? '' : ` More in ${logFile}.`;
  return new EmbeddedError(`PostgreSQL (${program}) did not start in DATA_DIR ${shown}: ${telling.trim()}.${more}`);
}

/** Names the cause when a program of the embedded PostgreSQL could not be run at all. */
export function fromSpawn(file: string, error: NodeJS.ErrnoException): EmbeddedError {
  const reasons: Record<string, string> = {
    EACCES: 'it may not be executed (is node_modules on a disk mounted noexec?)',
    ENOENT: 'this system lacks what it needs (glibc; Alpine has none)',
    ENOEXEC: 'it is built for another processor',
    EPERM: 'this process may not change to another user',
  };
  // libuv has no name for "exec format error", so it comes as a bare number.
  const code = error.errno === -8 ? 'ENOEXEC' : (error.code ?? '');
  const reason = reasons[code] ?? error.message;
  return new EmbeddedError(`The embedded PostgreSQL does not run here: ${file}: ${reason}. Set DATABASE_URL instead.`);
}

/** Names the cause when a file or folder under DATA_DIR cannot be used. */
export function fromFiles(shown: string, error: unknown): EmbeddedError {
  if (error instanceof EmbeddedError) return error;
  const { code, message } = error as NodeJS.ErrnoException;
  // 53100 is PostgreSQL's own word for a full disk.
  if (code === 'ENOSPC' || code === 'EDQUOT' || code === '53100')
    return fromOutput('', 'No space left on device', shown);
  const reasons: Record<string, string> = {
    EACCES: 'permission denied',
    EPERM: 'permission denied',
    EROFS: 'the disk is read-only',
    EEXIST: 'it is not a directory',
    ENOTDIR: 'it is not a directory',
  };
  const reason = reasons[code ?? ''];
  if (reason === undefined) return new EmbeddedError(`PostgreSQL in DATA_DIR ${shown} does not work: ${message}.`);
  return new EmbeddedError(
    `DATA_DIR ${shown} cannot be used: ${reason}. Give it to the user that runs Mayfly, or set another DATA_DIR.`,
  );
}
