// The visible list of the operator's commands, in the order that `mayfly help` shows them.

import type { Command } from './command.ts';
import { helpCommand } from './help.ts';
import { migrateCommand } from './migrate.ts';
import { serveCommand } from './serve.ts';
import { usersAdd, usersDisable, usersList } from './users.ts';

export const COMMANDS: readonly Command[] = [
  serveCommand,
  migrateCommand,
  usersAdd,
  usersList,
  usersDisable,
  helpCommand(() => COMMANDS),
];
