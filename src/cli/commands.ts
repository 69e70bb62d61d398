// The visible list of the operator's commands, in the order that `mayfly help` shows them.

import type { Command } from './command.ts';
import { contentCommands } from './content.ts';
import { domainCommands } from './domains.ts';
import { helpCommand } from './help.ts';
import { inboundCommand } from './inbound.ts';
import { migrateCommand } from './migrate.ts';
import { serveCommand } from './serve.ts';
import { siteCommands } from './sites.ts';
import { usersAdd, usersDisable, usersList } from './users.ts';

export const COMMANDS: readonly Command[] = [
  serveCommand,
  migrateCommand,
  usersAdd,
  usersList,
  usersDisable,
  ...domainCommands,
  ...contentCommands,
  ...siteCommands,
  inboundCommand,
  helpCommand(() => COMMANDS),
];
