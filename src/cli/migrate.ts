// `mayfly migrate`: what every start does by itself, by hand.

import { loadConfig } from '../config.ts';
import { migrate } from '../infra/db/migrate.ts';
import { openDatabase } from '../infra/db/open.ts';

export async function migrateCommand(args: string[]): Promise<void> {
  const json = args.includes('--json');
  const say = (line: string) => {
    if (!json) console.log(line);
  };
  const config = loadConfig();
  const source = await openDatabase({
    databaseUrl: config.databaseUrl,
    dataDir: config.dataDir,
    onProgress: say,
    join: true,
  });
  try {
    const applied = await migrate(source.url, say);
    if (json) console.log(JSON.stringify({ applied }));
    else say(applied.length === 0 ? 'The database is up to date.' : `Applied ${applied.length}.`);
  } finally {
    await source.stop();
  }
}
