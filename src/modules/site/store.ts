// The table of hostnames and what they say about themselves.

import type { Database } from '../../infra/db/database.ts';

export interface SiteRow {
  readonly hostname: string;
  readonly title: string;
  readonly description: string;
  readonly index: boolean;
  readonly follow: boolean;
}

export type SiteStore = ReturnType<typeof createSiteStore>;

const COLUMNS = 'hostname, title, description, index, follow';

export function createSiteStore(database: Database) {
  return {
    async find(hostnames: readonly string[]): Promise<SiteRow[]> {
      return database.query<SiteRow>({
        name: 'site.find',
        text: `select ${COLUMNS} from sites where hostname = any($1)`,
        values: [hostnames],
      });
    },
    async list(): Promise<SiteRow[]> {
      return database.query<SiteRow>({ text: `select ${COLUMNS} from sites order by hostname` });
    },
    async put(site: SiteRow, now: Date): Promise<void> {
      await database.query({
        text: `insert into sites (hostname, title, description, index, follow, updated_at) values ($1, $2, $3, $4, $5, $6)
               on conflict (hostname) do update set title = $2, description = $3, index = $4, follow = $5, updated_at = $6`,
        values: [site.hostname, site.title, site.description, site.index, site.follow, now],
      });
    },
    async remove(hostname: string): Promise<number> {
      const removed = await database.query({
        text: 'delete from sites where hostname = $1 returning hostname',
        values: [hostname],
      });
      return removed.length;
    },
  };
}
