// What a command works with: settings, the services over the database (joined or started for the time of the command),
// and the ways to talk to the person who called.

import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline/promises';
import { text as readAll } from 'node:stream/consumers';
import { type Assembly, assemble } from '../assemble.ts';
import { type Config, loadConfig } from '../config.ts';
import { migrate } from '../infra/db/migrate.ts';
import { type DatabaseSource, openDatabase } from '../infra/db/open.ts';
import { createLog } from '../infra/log.ts';
import { systemClock } from '../lib/clock.ts';
import { CommandError } from './command-error.ts';

export interface Context {
  readonly config: Config;
  /** Only the database, as it is; for commands that look at it or bring it up themselves. */
  openDatabase(): Promise<DatabaseSource>;
  /** Everything `assemble` builds, with no role running, on a migrated database. Opened once, closed after the command. */
  open(): Promise<Assembly>;
  /** A line about long work, to standard error. */
  progress(line: string): void;
  /** Ends the command unless a person says yes or `--yes` was given. */
  confirm(question: string): Promise<void>;
  /** The content of a file, or of standard input when there is none. */
  read(file: string | undefined): Promise<string>;
}

export interface OpenContext {
  readonly context: Context;
  close(): Promise<void>;
}

export function createContext(options: { yes: boolean }): OpenContext {
  const undo: (() => Promise<void>)[] = [];
  let config: Config | undefined;
  let source: Promise<DatabaseSource> | undefined;
  let assembly: Promise<Assembly> | undefined;
  const progress = (line: string) => console.error(line);

  const context: Context = {
    get config() {
      config ??= loadConfig();
      return config;
    },
    progress,
    openDatabase() {
      source ??= (async () => {
        const { databaseUrl, dataDir } = context.config;
        const opened = await openDatabase({ databaseUrl, dataDir, onProgress: progress, join: true });
        undo.push(() => opened.stop());
        return opened;
      })();
      return source;
    },
    open() {
      assembly ??= (async () => {
        const { url } = await context.openDatabase();
        await migrate(url, progress);
        const built = await assemble({
          config: { ...context.config, roles: [] },
          databaseUrl: url,
          log: createLog('error', process.stderr),
          clock: systemClock,
        });
        undo.push(() => built.close());
        return built;
      })();
      return assembly;
    },
    async confirm(question) {
      if (options.yes) return;
      if (!process.stdin.isTTY) {
        throw new CommandError(`${question} Nobody is there to be asked; add --yes if you mean it.`);
      }
      const prompt = createInterface({ input: process.stdin, output: process.stderr });
      const answer = await prompt.question(`${question} Type "yes" to go on: `).finally(() => prompt.close());
      if (answer.trim().toLowerCase() !== 'yes') throw new CommandError('Nothing was changed.');
    },
    async read(file) {
      if (file === undefined || file === '-') {
        if (process.stdin.isTTY) progress('Reading standard input; end it with Ctrl-D.');
        return readAll(process.stdin);
      }
      try {
        return await readFile(file, 'utf8');
      } catch (error) {
        throw new CommandError(`${file} cannot be read: ${(error as Error).message}`);
      }
    },
  };

  return {
    context,
    async close() {
      for (const step of undo.splice(0).reverse()) await step();
    },
  };
}
