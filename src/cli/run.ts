// From the words of a call to a command, its parsed values, and its output; known errors become one line.

import { parseArgs } from 'node:util';
import { ConfigError } from '../config.ts';
import { isUnavailable } from '../infra/db/database.ts';
import { EmbeddedError } from '../infra/db/embedded.ts';
import { DatabaseError } from '../infra/db/migrate.ts';
import { AppError } from '../lib/errors.ts';
import { type Command, CommandError, UsageError } from './command.ts';
import { createContext } from './context.ts';
import { commandHelp, groupHelp } from './help.ts';
import { ListenError } from './listen-error.ts';

/** The command with the longest name that the call begins with. */
export function findCommand(
  commands: readonly Command[],
  words: readonly string[],
): { command: Command; rest: string[] } | null {
  for (let length = Math.min(words.length, 3); length > 0; length--) {
    const name = words.slice(0, length).join(' ');
    const command = commands.find((candidate) => candidate.name === name);
    if (command) return { command, rest: words.slice(length) };
  }
  return null;
}

/** Runs one call; answers the exit status. */
export async function runCommand(commands: readonly Command[], argv: readonly string[]): Promise<number> {
  const found = findCommand(commands, argv);
  if (!found) {
    console.error(unknownCall(commands, argv));
    return 1;
  }
  const { command } = found;
  if (found.rest.includes('--help') || found.rest.includes('-h')) {
    console.log(commandHelp(command));
    return 0;
  }
  let opened: ReturnType<typeof createContext> | undefined;
  const interrupted = () => {
    void opened?.close().finally(() => process.exit(130));
  };
  try {
    const { values, args, rest } = parseCall(command, found.rest);
    opened = createContext({ yes: values['yes'] === true });
    if (command.name !== 'serve') for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, interrupted);
    const call = Object.create(opened.context, {
      args: { value: args },
      options: { value: values },
      rest: { value: rest },
    }) as Parameters<Command['run']>[0];
    const output = await command.run(call);
    if (output) console.log(values['json'] === true ? JSON.stringify(output.json, null, 2) : output.text);
    return output?.failed ? 1 : 0;
  } catch (error) {
    console.error(errorLine(error, command));
    return 1;
  } finally {
    await opened?.close().catch((error) => console.error(`mayfly: ${(error as Error).message}`));
    for (const signal of ['SIGINT', 'SIGTERM']) process.off(signal, interrupted);
  }
}

function parseCall(command: Command, words: readonly string[]) {
  let parsed: ReturnType<typeof parseArgs>;
  try {
    parsed = parseArgs({
      args: [...words],
      allowPositionals: true,
      allowNegative: false,
      options: {
        ...command.options,
        json: { type: 'boolean' },
        ...(command.destroys ? { yes: { type: 'boolean' } } : {}),
      },
    });
  } catch (error) {
    // Node's line goes on with advice about "--" that is of no use here.
    throw new UsageError(`${(error as Error).message.split('. ')[0]}.`);
  }
  const names = command.positionals ?? [];
  const missing = names[parsed.positionals.length];
  if (missing !== undefined) throw new UsageError(`${missing.toUpperCase()} is missing.`);
  const rest = parsed.positionals.slice(names.length);
  if (rest.length > 0 && !command.takesRest) throw new UsageError(`"${rest[0]}" is one word too many.`);
  const args = Object.fromEntries(names.map((name, i) => [name, parsed.positionals[i] ?? '']));
  return { values: parsed.values as Record<string, unknown>, args, rest };
}

function unknownCall(commands: readonly Command[], argv: readonly string[]): string {
  for (let length = Math.min(argv.length, 2); length > 0; length--) {
    const group = groupHelp(commands, argv.slice(0, length).join(' '));
    if (group !== null) {
      const next = argv[length];
      const complaint = next === undefined || next.startsWith('-') ? '' : `mayfly: there is no "${next}" here.\n\n`;
      return complaint + group;
    }
  }
  return `mayfly: there is no command "${argv[0] ?? ''}". "mayfly help" lists them.`;
}

const ONE_LINE = [CommandError, ConfigError, EmbeddedError, DatabaseError, ListenError];

function errorLine(error: unknown, command: Command): string {
  if (error instanceof UsageError) return `mayfly ${command.name}: ${error.message}\n\n${commandHelp(command)}`;
  if (error instanceof AppError) {
    const fields = (error.errors ?? []).map((field) => `\n  ${field.path}: ${field.message}`).join('');
    return `mayfly: ${error.message}${(error.errors?.length ?? 0) > 1 ? fields : ''}`;
  }
  if (ONE_LINE.some((kind) => error instanceof kind)) return `mayfly: ${(error as Error).message}`;
  if (isUnavailable(error)) return `mayfly: the database cannot be reached: ${(error as Error).message}`;
  return `mayfly: unexpected: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
}
