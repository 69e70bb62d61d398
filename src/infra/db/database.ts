// A pool of connections to PostgreSQL: one for everything, and one of its own for the mail line. Stores write SQL, prepared by
// name where it is asked often; a transaction is passed on as a value.

import pg from 'pg';

export interface Statement {
  /** A name makes it a prepared statement, planned once per connection. */
  readonly name?: string;
  readonly text: string;
  readonly values?: readonly unknown[];
}

export interface Queryable {
  query<Row>(statement: Statement): Promise<Row[]>;
}

/** Queries that commit or roll back together. Anything that must change as one takes it as an argument. */
export interface Transaction extends Queryable {
  readonly isTransaction: true;
  /** A write whose answer nobody needs: the commit follows right behind it, and comes to nothing if PostgreSQL refuses it. */
  send(statement: Statement): void;
}

export interface Database extends Queryable {
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  readonly pool: pg.Pool;
  close(): Promise<void>;
}

const INT8 = 20;
const DATE = 1082;
const TIMESTAMPTZ = 1184;
/** A moment as PostgreSQL writes it where sessions are in UTC. V8 reads this form by itself, in half of the library's time. */
const UTC_MOMENT = /^[1-9]\d{3}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d+)?\+00$/;

const types: pg.CustomTypesConfig = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (format !== 'binary') {
      // Counters and points stay far below 2^53, and a calendar day is not a moment.
      if (oid === INT8) return Number;
      if (oid === DATE) return String;
      if (oid === TIMESTAMPTZ) return readMoment;
    }
    return pg.types.getTypeParser(oid, format);
  },
} as pg.CustomTypesConfig;

const readAnyMoment = pg.types.getTypeParser(TIMESTAMPTZ);
const readMoment = (text: string): unknown => (UTC_MOMENT.test(text) ? new Date(`${text}:00`) : readAnyMoment(text));

export function connectDatabase(options: {
  url: string;
  max?: number;
  applicationName?: string;
  /** Sends statements without waiting for the answers to earlier ones. */
  pipeline?: boolean;
  onIdleError: (error: Error) => void;
}): Database {
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.max ?? 10,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    application_name: options.applicationName ?? 'mayfly',
    statement_timeout: 30_000,
    keepAlive: true,
    pipeline: options.pipeline ?? false,
    types,
  });
  let closing = false;
  const onLost = (error: Error) => {
    if (!closing) options.onIdleError(error);
  };
  pool.on('error', onLost);
  // A borrowed connection that breaks reports it here; whoever holds it sees its query fail.
  pool.on('connect', (client) => client.on('error', () => {}));

  return {
    pool,
    async query<Row>(statement: Statement) {
      return (await pool.query(statement as pg.QueryConfig)).rows as Row[];
    },
    async transaction(work) {
      const client = await pool.connect();
      const ask: Ask = options.pipeline ? (statement) => client.query(statement as pg.QueryConfig) : inTurn(client);
      const sent: Promise<unknown>[] = [];
      const send = (statement: string | Statement): void => {
        const done = ask(statement);
        // Looked at together with the commit.
        done.catch(() => {});
        sent.push(done);
      };
      try {
        send('begin');
        const result = await work(transactionOn(ask, send));
        const [committed] = await Promise.all([ask('commit'), ...sent]);
        if (committed.command !== 'COMMIT') throw new Error('the transaction was rolled back');
        client.release();
        return result;
      } catch (error) {
        // A connection that cannot roll back is broken: the pool must not hand it out again.
        const broken = await ask('rollback').then(
          () => false,
          () => true,
        );
        client.release(broken);
        throw await cause(error, sent);
      }
    },
    async close() {
      closing = true;
      await pool.end();
    },
  };
}

type Ask = (statement: string | Statement) => Promise<pg.QueryResult>;

/** Each statement when the one before it is answered. */
function inTurn(client: pg.PoolClient): Ask {
  let before: Promise<unknown> = Promise.resolve();
  return (statement) => {
    const answer = before.then(() => client.query(statement as pg.QueryConfig));
    before = answer.catch(() => {});
    return answer;
  };
}

/** What comes after a refused statement is told only that the transaction is over; the refusal itself says why. */
async function cause(error: unknown, sent: readonly Promise<unknown>[]): Promise<unknown> {
  if (!isDatabaseError(error) || error.code !== '25P02') return error;
  const refused = (await Promise.allSettled(sent)).find((outcome) => outcome.status === 'rejected');
  return refused?.reason ?? error;
}

function transactionOn(ask: Ask, send: Transaction['send']): Transaction {
  return {
    isTransaction: true,
    send,
    async query<Row>(statement: Statement) {
      return (await ask(statement)).rows as Row[];
    },
  };
}

/** The constraint that a write ran into, or null when the error is something else. */
export function uniqueViolation(error: unknown): string | null {
  return isDatabaseError(error) && error.code === '23505' ? (error.constraint ?? '') : null;
}

/** The check constraint that a write ran into, or null. */
export function checkViolation(error: unknown): string | null {
  return isDatabaseError(error) && error.code === '23514' ? (error.constraint ?? '') : null;
}

/** True when a write named a row that is not there, or no longer in the state that the foreign key wants. */
export function isForeignKeyViolation(error: unknown): boolean {
  return isDatabaseError(error) && error.code === '23503';
}

const NETWORK_CODES = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'ETIMEDOUT', 'EPIPE', 'ENOTFOUND', 'EAI_AGAIN']);

/** True when PostgreSQL is not there, is going away, or is out of something: worth a retry later. */
export function isUnavailable(error: unknown): boolean {
  if (isDatabaseError(error)) {
    const state = error.code ?? '';
    // 08 connection, 53 resources (disk, memory, connections), 57 operator intervention, 58 system error, 25006 read-only.
    return /^(08|53|57|58)/.test(state) || state === '25006' || state === 'XX000';
  }
  if (!(error instanceof Error)) return false;
  const code = (error as NodeJS.ErrnoException).code;
  if (code !== undefined && NETWORK_CODES.has(code)) return true;
  return /timeout exceeded when trying to connect|Connection terminated|not queryable|ended by/i.test(error.message);
}

export function isDiskFull(error: unknown): boolean {
  return isDatabaseError(error) && error.code === '53100';
}

function isDatabaseError(error: unknown): error is pg.DatabaseError {
  return error instanceof pg.DatabaseError;
}
