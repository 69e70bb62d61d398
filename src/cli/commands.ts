// The visible list of the operator's commands, in the order that `mayfly help` shows them.

import { backupCommand, restoreCommand } from './backup.ts';
import { bankCommands } from './bank.ts';
import type { Command } from './command.ts';
import { contentCommands } from './content.ts';
import { doctorCommand } from './doctor.ts';
import { domainCommands } from './domains.ts';
import { helpCommand } from './help.ts';
import { inboundCommand } from './inbound.ts';
import { migrateCommand } from './migrate.ts';
import { planCommands } from './plans.ts';
import { pointCommands } from './points.ts';
import { providerCommands } from './providers.ts';
import { serveCommand } from './serve.ts';
import { siteCommands } from './sites.ts';
import { userCommands } from './users.ts';

export const COMMANDS: readonly Command[] = [
  serveCommand,
  migrateCommand,
  doctorCommand,
  backupCommand,
  restoreCommand,
  ...userCommands,
  ...pointCommands,
  ...domainCommands,
  ...planCommands,
  ...providerCommands,
  ...contentCommands,
  ...siteCommands,
  ...bankCommands,
  inboundCommand,
  helpCommand(() => COMMANDS),
];
