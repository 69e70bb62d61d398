// Where the database comes from: DATABASE_URL, or the embedded PostgreSQL under DATA_DIR.

import { joinOrStartEmbedded, startEmbedded } from './embedded.ts';

export interface DatabaseSource {
  readonly url: string;
  /** Another process, a running service, started the embedded PostgreSQL. */
  readonly joined: boolean;
  /** Ends the embedded PostgreSQL if this process started it. */
  stop(): Promise<void>;
}

export async function openDatabase(options: {
  databaseUrl: string | null;
  dataDir: string;
  onProgress: (line: string) => void;
  /** A console command joins the database of a running service; a service insists on being the only one. */
  join?: boolean;
}): Promise<DatabaseSource> {
  if (options.databaseUrl !== null) return { url: options.databaseUrl, joined: false, stop: async () => {} };
  const open = options.join ? joinOrStartEmbedded : startEmbedded;
  const opened = await open({ dataDir: options.dataDir, onProgress: options.onProgress });
  return { url: opened.url, joined: 'own' in opened && !opened.own, stop: () => opened.stop() };
}
