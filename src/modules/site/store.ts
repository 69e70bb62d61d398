// The table of hostnames and what they say about themselves.

import type { Database } from '../../infra/db/database.ts';

interface Tables {
  sites: {
    hostname: string;
    title: string;
    description: string;
    index: boolean;
    follow: boolean;
    updated_at: Date;
  };
}

export interface SiteRow {
  readonly hostname: string;
  readonly title: string;
  readonly description: string;
  readonly index: boolean;
  readonly follow: boolean;
}

export type SiteStore = ReturnType<typeof createSiteStore>;

const COLUMNS = ['hostname', 'title', 'description', 'index', 'follow'] as const;

export function createSiteStore(database: Database) {
  const db = database.tables<Tables>();
  return {
    async find(hostnames: readonly string[]): Promise<SiteRow[]> {
      return db.selectFrom('sites').select(COLUMNS).where('hostname', 'in', hostnames).execute();
    },
    async list(): Promise<SiteRow[]> {
      return db.selectFrom('sites').select(COLUMNS).orderBy('hostname').execute();
    },
    async put(site: SiteRow, now: Date): Promise<void> {
      const { hostname, ...values } = site;
      await db
        .insertInto('sites')
        .values({ hostname, ...values, updated_at: now })
        .onConflict((conflict) => conflict.column('hostname').doUpdateSet({ ...values, updated_at: now }))
        .execute();
    },
    async remove(hostname: string): Promise<number> {
      return Number((await db.deleteFrom('sites').where('hostname', '=', hostname).executeTakeFirst()).numDeletedRows);
    },
  };
}
