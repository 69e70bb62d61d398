// Values that are generated once and kept in the database, such as the signing key.

import type { Queryable } from './database.ts';

/** The stored value, or `generate()` stored now. Of several processes that start at once, one wins and all read its value. */
export async function keptSetting(database: Queryable, key: string, generate: () => string): Promise<string> {
  await database.query({
    text: 'insert into settings (key, value) values ($1, $2) on conflict (key) do nothing',
    values: [key, generate()],
  });
  const rows = await database.query<{ value: string }>({
    text: 'select value from settings where key = $1',
    values: [key],
  });
  const row = rows[0];
  if (!row) throw new Error(`setting ${key} could not be stored`);
  return row.value;
}
