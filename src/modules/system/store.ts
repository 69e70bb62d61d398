// What the readiness probe asks the database.

import type { Database } from '../../infra/db/database.ts';

export interface SystemStore {
  appliedMigrations(): Promise<number[]>;
}

export function createSystemStore(database: Database): SystemStore {
  return {
    async appliedMigrations() {
      const rows = await database.query<{ version: number }>({
        name: 'system.migrations',
        text: 'select version from schema_migrations order by version',
      });
      return rows.map((row) => row.version);
    },
  };
}
