// What an operator's command is: a declaration that the parser, the help page and the tests read alike.

import type { ParseArgsOptionsConfig, parseArgs } from 'node:util';
import type { Context } from './context.ts';

export { CommandError, UsageError } from './command-error.ts';

/** What a command has to say: for programs (`--json`) and for people. */
export interface Output {
  readonly json: unknown;
  readonly text: string;
  /** True ends the process with status 1 although there was something to say. */
  readonly failed?: boolean;
}

type Values<O extends ParseArgsOptionsConfig> = ReturnType<typeof parseArgs<{ options: O }>>['values'];

export interface Call<O extends ParseArgsOptionsConfig, P extends string> extends Context {
  readonly args: Readonly<Record<P, string>>;
  readonly options: Values<O>;
  /** Words after the declared ones; only for a command that takes them. */
  readonly rest: readonly string[];
}

interface Declaration<O extends ParseArgsOptionsConfig, P extends string> {
  /** The words that call it: 'users add'. */
  readonly name: string;
  /** What follows the name: 'EMAIL [--password P] [--locale L]'. */
  readonly usage: string;
  readonly summary: string;
  /** More lines for `mayfly help COMMAND`. */
  readonly details?: string;
  /** All of them are required, in this order. */
  readonly positionals?: readonly P[];
  readonly takesRest?: boolean;
  /** `--json` and `--help` are everywhere and not declared; `--yes` comes with `destroys`. */
  readonly options?: O;
  /** The command calls `confirm` before it destroys something. */
  readonly destroys?: boolean;
  run(call: Call<O, P>): Promise<Output | undefined>;
}

export type Command = Declaration<ParseArgsOptionsConfig, string>;

/** Declares a command; `args` and `options` of `run` are typed from the declaration. */
export function command<const O extends ParseArgsOptionsConfig = Record<never, never>, const P extends string = never>(
  declaration: Declaration<O, P>,
): Command {
  return declaration as unknown as Command;
}
