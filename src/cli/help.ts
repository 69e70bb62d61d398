// `mayfly help`: every command from the list that runs them, and the settings from the source that reads them.

import { settingsHelp } from '../config.ts';
import { type Command, command, UsageError } from './command.ts';

export function commandHelp({ name, usage, summary, details, destroys }: Command): string {
  const flags = `${destroys ? ' [--yes]' : ''}${name === 'serve' || name === 'help' ? '' : ' [--json]'}`;
  const call = ['mayfly', name, usage].filter((part) => part !== '').join(' ');
  return `Usage: ${call}${flags}\n\n${summary}${details ? `\n\n${details}` : ''}`;
}

/** The commands whose name begins with these words, or null. */
export function groupHelp(commands: readonly Command[], group: string): string | null {
  const members = commands.filter((member) => member.name.startsWith(`${group} `));
  return members.length === 0 ? null : `Usage:\n\n${lines(members)}`;
}

function helpText(commands: readonly Command[]): string {
  const settings = settingsHelp();
  const nameWidth = Math.max(...settings.map((s) => s.name.length));
  const fallbackWidth = Math.max(...settings.map((s) => s.fallback.length));
  const rows = settings.map((s) => `  ${s.name.padEnd(nameWidth)}  ${s.fallback.padEnd(fallbackWidth)}  ${s.meaning}`);
  return `Usage: mayfly COMMAND ("serve" when there is none; --json for programs; "mayfly help COMMAND" says more)

${lines(commands)}

Settings (environment variables, or a .env file), with their defaults:

${rows.join('\n')}
`;
}

const LONGEST = 58;

function lines(commands: readonly Command[]): string {
  const calls = commands.map(({ name, usage }) => `${name} ${usage}`.trim());
  const width = Math.min(LONGEST, Math.max(...calls.map((call) => call.length)));
  return commands
    .map(({ summary }, i) => {
      const call = calls[i] ?? '';
      return call.length > width
        ? `  ${call}\n  ${' '.repeat(width)}  ${summary}`
        : `  ${call.padEnd(width)}  ${summary}`;
    })
    .join('\n');
}

export function helpCommand(commands: () => readonly Command[]): Command {
  return command({
    name: 'help',
    usage: '[COMMAND]',
    summary: 'this page, or the page of one command',
    takesRest: true,
    async run({ rest }) {
      const name = rest.join(' ');
      const one = commands().find((candidate) => candidate.name === name);
      const page = name === '' ? helpText(commands()) : one ? commandHelp(one) : groupHelp(commands(), name);
      if (page === null) throw new UsageError(`There is no command "${name}".`);
      const listed = commands().map(({ name, usage, summary }) => ({ name, usage, summary }));
      return { text: page, json: { commands: listed, settings: settingsHelp() } };
    },
  });
}
