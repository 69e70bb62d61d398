// `mayfly migrate`: what every start does by itself, by hand.

import { migrate } from '../infra/db/migrate.ts';
import { command } from './command.ts';

export const migrateCommand = command({
  name: 'migrate',
  usage: '',
  summary: 'bring the database up to date',
  async run({ openDatabase, progress }) {
    const { url } = await openDatabase();
    const applied = await migrate(url, progress);
    const text = applied.length === 0 ? 'The database is up to date.' : `Applied ${applied.length}.`;
    return { json: { applied }, text };
  },
});
