// Storing when something is in the way: every mail gets its answer, and the answer says what it was.

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createAccount } from '../../test/support/accounts.ts';
import { createTestApp, type TestApp } from '../../test/support/app.ts';
import { openMailbox } from '../../test/support/mailbox.ts';
import { sendMail } from '../../test/support/smtp-client.ts';

let app: TestApp;
beforeEach(async () => {
  app = await createTestApp();
});
afterEach(() => app.close());

const raw = 'From: a@b.example\r\nSubject: x\r\n\r\nhello\r\n';
const send = async (to: string) => sendMail(await app.smtpPort(), { to, raw });
const sql = (text: string) => app.assembly.database.query({ text });

describe.each(['anonymous', 'account'])('mail to an %s mailbox', (kind) => {
  const open = async () => {
    const token = kind === 'account' ? (await createAccount(app)).token : undefined;
    return openMailbox(app, { ttl: 86_400 }, token);
  };

  test('makes the place for its original when there is none yet', async () => {
    const { address } = await open();
    app.clock.advance(6 * 3_600);
    expect(await send(address)).toMatch(/^250 /);
  });

  test('is told 452 when the disk is full', async () => {
    const { address } = await open();
    await sql(`create function full_disk() returns trigger language plpgsql as
               $$ begin raise exception 'could not extend file' using errcode = '53100'; end $$`);
    await sql('create trigger full_disk before insert on messages for each row execute function full_disk()');
    expect(await send(address)).toMatch(/^452 4\.2\.2 Not enough storage/);
  });

  test('is told 451 when the place cannot be made, and the next mail is stored', async () => {
    const { address } = await open();
    app.clock.advance(6 * 3_600);
    await sql(`create function no_tables() returns event_trigger language plpgsql as
               $$ begin raise exception 'not now' using errcode = '57014'; end $$`);
    await sql(
      `create event trigger no_tables on ddl_command_start when tag in ('CREATE TABLE') execute function no_tables()`,
    );
    expect(await send(address)).toMatch(/^451 /);
    await sql('drop event trigger no_tables');
    expect(await send(address)).toMatch(/^250 /);
  });
});
