// The command. Each operator's command is declared in cli/ and listed in cli/commands.ts; without a word it serves.

import { COMMANDS } from './cli/commands.ts';
import { runCommand } from './cli/run.ts';

const LINGER_MS = 3_000;

export async function main(argv: string[]): Promise<void> {
  const [first] = argv;
  const words = first === undefined ? ['serve'] : first === '--help' || first === '-h' ? ['help'] : argv;
  const status = await runCommand(COMMANDS, words);
  if (words[0] === 'serve' && status === 0) return;
  // Not process.exit at once: what is still on its way to a pipe would be cut off. The timer only matters if something hangs.
  process.exitCode = status;
  setTimeout(() => process.exit(status), LINGER_MS).unref();
}
