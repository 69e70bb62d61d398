// The second factor of an account: enrolment within ten minutes, codes that work once, recovery codes.

import type { Queryable } from '../../infra/db/database.ts';
import type { Clock } from '../../lib/clock.ts';
import { AppError } from '../../lib/errors.ts';
import type { UserId } from '../../lib/ids.ts';
import { qrSvg } from '../../lib/qr.ts';
import { randomText, type Secrets } from '../../lib/secrets.ts';
import { newTotpSecret, totpStep, totpUri } from '../../lib/totp.ts';
import type { AccountStore, TwoFactorRow } from './store.ts';

const SETUP_WINDOW_MS = 10 * 60 * 1_000;
const RECOVERY_CODES = 10;
// Without 0, 1, i, l, o and u; 12 of these are 59 bits, and their hashes are keyed.
const RECOVERY_ALPHABET = '23456789abcdefghjkmnpqrstvwxyz';

export interface TwoFactorStatus {
  readonly enabled: boolean;
  readonly enabledAt: Date | null;
  /** Until when a begun enrolment can be confirmed. */
  readonly pendingUntil: Date | null;
  readonly recoveryCodesLeft: number;
}

export interface TwoFactorSetup {
  readonly secret: string;
  readonly uri: string;
  readonly qr: string;
  readonly expiresAt: Date;
}

export interface TwoFactor {
  status(userId: UserId): Promise<TwoFactorStatus>;
  begin(userId: UserId, email: string): Promise<TwoFactorSetup>;
  /** Turns it on; returns the recovery codes, which exist in clear only here. */
  confirm(userId: UserId, code: string): Promise<string[]>;
  turnOff(userId: UserId, code: string): Promise<void>;
  /** Uses up a current code or a recovery code; false when it is neither or was used. */
  accept(userId: UserId, sealedSecret: string, code: string): Promise<boolean>;
}

export function createTwoFactor(options: { store: AccountStore; secrets: Secrets; clock: Clock }): TwoFactor {
  const { store, secrets, clock } = options;
  const hashRecoveryCode = (userId: UserId, code: string) =>
    secrets.sign('recovery-code', `${userId}:${code.toLowerCase().replaceAll(/[\s-]/g, '')}`);
  const pendingUntil = (row: TwoFactorRow) => new Date(row.started_at.getTime() + SETUP_WINDOW_MS);

  async function take(userId: UserId, sealed: string, code: string, queryable?: Queryable): Promise<boolean> {
    const step = totpStep(secrets.decrypt(sealed), code, clock.now());
    return step === null
      ? store.takeRecoveryCode(userId, hashRecoveryCode(userId, code), queryable)
      : store.takeStep(userId, step, queryable);
  }

  return {
    async status(userId) {
      const row = await store.findTwoFactor(userId);
      const pending = row !== null && row.enabled_at === null && pendingUntil(row) > clock.now();
      return {
        enabled: row !== null && row.enabled_at !== null,
        enabledAt: row?.enabled_at ?? null,
        pendingUntil: pending ? pendingUntil(row) : null,
        recoveryCodesLeft: row?.codes_left ?? 0,
      };
    },

    async begin(userId, email) {
      const secret = newTotpSecret();
      const now = clock.now();
      if (!(await store.beginTwoFactor(userId, secrets.encrypt(secret), now))) {
        throw new AppError('twofactor.already_enabled');
      }
      const uri = totpUri(secret, email);
      return { secret, uri, qr: qrSvg(uri), expiresAt: new Date(now.getTime() + SETUP_WINDOW_MS) };
    },

    async confirm(userId, code) {
      const row = await store.findTwoFactor(userId);
      const now = clock.now();
      if (row === null || row.enabled_at !== null || pendingUntil(row) <= now) {
        throw new AppError('twofactor.invalid_code', 'No enrolment is pending. Begin with POST /me/2fa/setup.');
      }
      const step = totpStep(secrets.decrypt(row.secret), code, now);
      if (step === null) throw new AppError('twofactor.invalid_code');
      const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode);
      await store.transaction(async (tx) => {
        if (!(await store.enableTwoFactor(tx, userId, row.secret, step, now))) {
          throw new AppError('twofactor.invalid_code');
        }
        const hashes = codes.map((recovery) => hashRecoveryCode(userId, recovery));
        await store.insertRecoveryCodes(tx, userId, hashes);
      });
      return codes;
    },

    async turnOff(userId, code) {
      const row = await store.findTwoFactor(userId);
      if (row === null || row.enabled_at === null) {
        throw new AppError('twofactor.invalid_code', 'Two-factor is not on.');
      }
      await store.transaction(async (tx) => {
        if (!(await take(userId, row.secret, code, tx))) throw new AppError('twofactor.invalid_code');
        await store.removeTwoFactor(tx, userId);
      });
    },

    accept: (userId, sealedSecret, code) => take(userId, sealedSecret, code),
  };
}

function newRecoveryCode(): string {
  return [4, 4, 4].map((length) => randomText(length, RECOVERY_ALPHABET)).join('-');
}
