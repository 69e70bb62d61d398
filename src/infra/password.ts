// Password hashes: argon2id in libuv's threads, two at a time, so that a rush of sign-ins waits by itself
// and holds up nothing else.

import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { AppError } from '../lib/errors.ts';

export interface HashCost {
  /** KiB. */
  readonly memory: number;
  readonly passes: number;
}

/** About 50 ms on one core of a small server (45 at best, 54 in the middle, while the other core was busy). */
const PASSWORD_COST: HashCost = { memory: 19_456, passes: 2 };

// Two of libuv's four threads stay free for files and names; a hash holds 19 MB while it runs.
const AT_ONCE = 2;
const WAITING_MAX = 256;
const TAG_BYTES = 32;
const SALT_BYTES = 16;

export interface Passwords {
  hash(password: string): Promise<string>;
  /** A null hash stands for an account that does not exist: it takes as long and never matches. */
  verify(password: string, hash: string | null): Promise<boolean>;
  /** Whether the hash was made at another cost than today's. */
  isOutdated(hash: string): boolean;
}

const derive = promisify(argon2);

export function createPasswords(cost: HashCost = PASSWORD_COST): Passwords {
  const turns = createTurns(AT_ONCE, WAITING_MAX);
  const nobody: Parsed = { cost, salt: randomBytes(SALT_BYTES), tag: randomBytes(TAG_BYTES) };

  const compute = (password: string, salt: Buffer, { memory, passes }: HashCost): Promise<Buffer> =>
    turns(() =>
      derive('argon2id', {
        // One spelling, whatever keyboard composed the accents.
        message: Buffer.from(password.normalize('NFC')),
        nonce: salt,
        parallelism: 1,
        tagLength: TAG_BYTES,
        memory,
        passes,
      }),
    );

  return {
    async hash(password) {
      const salt = randomBytes(SALT_BYTES);
      return format({ cost, salt, tag: await compute(password, salt, cost) });
    },
    async verify(password, hash) {
      const wanted = (hash === null ? null : parse(hash)) ?? nobody;
      const tag = await compute(password, wanted.salt, wanted.cost);
      return timingSafeEqual(tag, wanted.tag) && wanted !== nobody;
    },
    isOutdated(hash) {
      const made = parse(hash)?.cost;
      return made?.memory !== cost.memory || made.passes !== cost.passes;
    },
  };
}

interface Parsed {
  readonly cost: HashCost;
  readonly salt: Buffer;
  readonly tag: Buffer;
}

const base64 = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');

/** The PHC string format, which every argon2 tool reads. */
function format({ cost, salt, tag }: Parsed): string {
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=1$${base64(salt)}$${base64(tag)}`;
}

const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=1\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

function parse(hash: string): Parsed | null {
  const match = PHC.exec(hash);
  if (!match) return null;
  const [, memory, passes, salt = '', tag = ''] = match;
  const parsed = {
    cost: { memory: Number(memory), passes: Number(passes) },
    salt: Buffer.from(salt, 'base64'),
    tag: Buffer.from(tag, 'base64'),
  };
  return parsed.tag.length === TAG_BYTES ? parsed : null;
}

/** Runs at most `atOnce` pieces of work together, the others in the order they came; refuses when too many wait. */
function createTurns(atOnce: number, waitingMax: number) {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= atOnce) {
      if (waiting.length >= waitingMax) {
        throw new AppError('service.unavailable', 'Too many sign-ins at once.', { retryAfter: 5 });
      }
      await new Promise<void>((next) => waiting.push(next));
    } else {
      running++;
    }
    try {
      return await work();
    } finally {
      // The place is handed on rather than freed, so that nobody who comes later takes it first.
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  };
}
