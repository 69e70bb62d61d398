// Transactions against a real PostgreSQL: what is sent without waiting counts like everything else.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.ts';
import { connectDatabase, type Database } from './database.ts';

let own: TestDatabase;
beforeAll(async () => {
  own = await createTestDatabase();
});
afterAll(() => own.drop());

describe.each([true, false])('on a connection with pipeline: %s', (pipeline) => {
  let database: Database;
  beforeAll(async () => {
    database = connectDatabase({ url: own.url, max: 1, pipeline, onIdleError: () => {} });
    await database.query({ text: 'drop table if exists kept' });
    await database.query({ text: 'create table kept (id int primary key)' });
  });
  afterAll(() => database.close());

  const insert = (id: number) => ({ text: 'insert into kept (id) values ($1)', values: [id] });
  const kept = async () =>
    (await database.query<{ id: number }>({ text: 'select id from kept order by id' })).map(({ id }) => id);

  test('a write that nobody waits for is there when the transaction is', async () => {
    await database.transaction(async (tx) => tx.send(insert(1)));
    expect(await kept()).toEqual([1]);
  });

  test('a write that fails takes the whole transaction with it, and its own error is the one thrown', async () => {
    const failing = database.transaction(async (tx) => {
      tx.send(insert(2));
      tx.send(insert(1));
      tx.send(insert(3));
    });
    await expect(failing).rejects.toMatchObject({ code: '23505', constraint: 'kept_pkey' });
    expect(await kept()).toEqual([1]);
  });

  test('a query behind a write that fails is not taken for the cause', async () => {
    const failing = database.transaction(async (tx) => {
      tx.send(insert(1));
      await tx.query({ text: 'select 1' });
    });
    await expect(failing).rejects.toMatchObject({ code: '23505' });
  });

  test('work that throws takes back what it had sent, and the connection goes on', async () => {
    const failing = database.transaction(async (tx) => {
      tx.send(insert(4));
      throw new Error('changed my mind');
    });
    await expect(failing).rejects.toThrow('changed my mind');
    expect(await kept()).toEqual([1]);
  });
});
