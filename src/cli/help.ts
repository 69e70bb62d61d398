// `mayfly help`: the commands, and the settings from the same source that reads them.

import { settingsHelp } from '../config.ts';

const COMMANDS = `Usage: mayfly COMMAND

  serve      run the service (the default)
  migrate    bring the database up to date
  help       this page
`;

export function helpText(): string {
  const settings = settingsHelp();
  const nameWidth = Math.max(...settings.map((s) => s.name.length));
  const fallbackWidth = Math.max(...settings.map((s) => s.fallback.length));
  const rows = settings.map((s) => `  ${s.name.padEnd(nameWidth)}  ${s.fallback.padEnd(fallbackWidth)}  ${s.meaning}`);
  return `${COMMANDS}\nSettings (environment variables, or a .env file), with their defaults:\n\n${rows.join('\n')}\n`;
}
