// A process of its own that migrates and may be killed while it does: node migrate-child.ts DATABASE_URL [DIRECTORY]

import { migrate, readMigrations } from '../../src/infra/db/migrate.ts';

const [url = '', directory] = process.argv.slice(2);
await migrate(url, (line) => console.log(line), await readMigrations(directory));
process.exit(0);
