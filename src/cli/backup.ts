// `mayfly backup` and `mayfly restore`: one file, one command each.

import { resolve } from 'node:path';
import { backup } from '../infra/db/backup.ts';
import { restore } from '../infra/db/restore.ts';
import { CommandError, command } from './command.ts';

const summaryOf = (tables: readonly { rows: number; bytes: number }[]) => ({
  rows: tables.reduce((sum, { rows }) => sum + rows, 0),
  bytes: tables.reduce((sum, { bytes }) => sum + bytes, 0),
});

export const backupCommand = command({
  name: 'backup',
  usage: 'FILE',
  summary: 'write everything into one file, while the service runs or not',
  details: `The file is as of one moment. It holds password hashes, tokens’ hashes and the signing key: it is written so that only
its owner reads it; keep it so. Originals of mail (.eml) are not in it, because they must be gone after their time.`,
  positionals: ['file'],
  async run({ args, config, openDatabase, progress }) {
    const path = resolve(args.file);
    const { url } = await openDatabase();
    const manifest = await backup({ url, path, secretKeySetting: config.secretKey !== null, onProgress: progress });
    const { rows } = summaryOf(manifest.tables);
    const note =
      manifest.secretKey === 'setting' ? '\nSECRET_KEY is a setting here and is not in the file: keep it as well.' : '';
    return {
      json: { file: path, ...manifest },
      text: `Wrote ${path}: ${manifest.tables.length} tables, ${rows} rows.${note}`,
    };
  },
});

export const restoreCommand = command({
  name: 'restore',
  usage: 'FILE [--force]',
  summary: 'load a backup into an empty database',
  details: `The file is verified before anything is touched, and everything is loaded or nothing. The service must be stopped.
Into another directory: DATA_DIR=./other mayfly restore FILE. A database that holds something is only replaced with
--force, after a question (--yes answers it). A backup of an older version is brought up to date.`,
  positionals: ['file'],
  options: { force: { type: 'boolean' } },
  destroys: true,
  async run({ args, options, openDatabase, progress, confirm, open, config }) {
    const path = resolve(args.file);
    const source = await openDatabase();
    if (source.joined) throw new CommandError('A Mayfly service is using this DATA_DIR. Stop it first, then restore.');
    const manifest = await restore({
      url: source.url,
      path,
      onProgress: progress,
      async mayReplace(what) {
        if (!options.force) {
          throw new CommandError(
            `This database holds something already (${what}). Restore into an empty one, or add --force to replace everything in it.`,
          );
        }
        await confirm('Everything in this database is replaced by the backup.');
      },
    });
    progress('Checking the money');
    const broken = await (await open()).services.billing.checkMoney();
    const { rows } = summaryOf(manifest.tables);
    const notes = [
      ...broken.map(({ rule, count }) => `PROBLEM: not so: ${rule} (${count}).`),
      ...(manifest.secretKey === 'setting' && config.secretKey === null
        ? [
            'The service that was backed up had SECRET_KEY set. Set the same value here, or two-factor and webhook secrets cannot be read.',
          ]
        : []),
    ];
    return {
      json: { file: path, broken, ...manifest },
      text: [
        `Restored ${path} of ${manifest.createdAt}: ${manifest.tables.length} tables, ${rows} rows.`,
        ...notes,
      ].join('\n'),
      failed: broken.length > 0,
    };
  },
});
