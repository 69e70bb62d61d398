// The command. Each operator's command is a file in cli/; this one finds it and turns known errors into one line.

import { helpText } from './cli/help.ts';
import { ListenError } from './cli/listen-error.ts';
import { migrateCommand } from './cli/migrate.ts';
import { serve } from './cli/serve.ts';
import { ConfigError } from './config.ts';
import { EmbeddedError } from './infra/db/embedded.ts';
import { DatabaseError } from './infra/db/migrate.ts';

const COMMANDS: Record<string, (args: string[]) => Promise<void>> = {
  serve,
  migrate: migrateCommand,
  help: async () => console.log(helpText()),
};

export async function main(argv: string[]): Promise<void> {
  const [name = 'serve', ...args] = argv;
  const command = COMMANDS[name === '--help' || name === '-h' ? 'help' : name];
  if (!command) {
    console.error(`mayfly: there is no command "${name}". "mayfly help" lists them.`);
    process.exit(1);
  }
  try {
    await command(args);
  } catch (error) {
    const expected = [ConfigError, EmbeddedError, DatabaseError, ListenError].some((kind) => error instanceof kind);
    console.error(expected ? `mayfly: ${(error as Error).message}` : error);
    process.exit(1);
  }
}
