// A forgotten password: the request costs the same whether the address is known or not, because a job decides later.

import { normaliseEmail } from '../../lib/email-address.ts';
import { AppError, invalidField } from '../../lib/errors.ts';
import { hashCredential, randomText } from '../../lib/secrets.ts';
import { writeMail } from './mails.ts';
import type { AuthParts } from './parts.ts';

export const RESET_MAIL_TASK = 'auth.reset-mail';
const LIFE_MS = 30 * 60_000;
const TOKEN_CHARS = 43;
/** A worker in this process that wrote the mail at once would slow down the next answer, and so tell who is known. */
const MAIL_DELAY_MS = 1_000;

export interface PasswordReset {
  request(email: string): Promise<void>;
  /** The job: writes the token and mails its link, if the address has an account. */
  sendMail(payload: unknown): Promise<void>;
  complete(token: string, password: string): Promise<void>;
}

export function createPasswordReset(parts: AuthParts): PasswordReset {
  const { store, account, passwords, mailer, clock } = parts;
  return {
    async request(email) {
      const address = normaliseEmail(email);
      if (address === null) throw invalidField('body.email', 'must be an e-mail address');
      await store.addJob({
        task: RESET_MAIL_TASK,
        payload: { email: address },
        // Requests in quick succession are one mail.
        key: `reset:${address}`,
        // By the clock of the queue, which is the real one.
        runAt: new Date(Date.now() + MAIL_DELAY_MS),
        maxAttempts: 8,
      });
    },

    async sendMail(payload) {
      const { email } = payload as { email: string };
      const user = await account.findByEmail(email);
      if (!user?.active) return;
      // Made here and not in the request, so that the queue never holds it.
      const token = randomText(TOKEN_CHARS);
      await store.putReset(user.id, hashCredential(token), new Date(clock.now().getTime() + LIFE_MS));
      const link = `${parts.publicUrl}/app/reset?token=${token}`;
      await mailer.send(writeMail('reset', { to: user.email, locale: user.locale, link }));
    },

    async complete(token, password) {
      const hash = hashCredential(token);
      // Looking first keeps strangers from buying a password hash with every guess.
      if (!(await store.isResetLive(hash, clock.now()))) throw new AppError('auth.reset_token_gone');
      const passwordHash = await passwords.hash(password);
      await store.transaction(async (tx) => {
        const userId = await store.takeReset(tx, hash, clock.now());
        if (userId === null || !(await account.setPassword(userId, passwordHash, tx))) {
          throw new AppError('auth.reset_token_gone');
        }
        await store.revokeTokens(userId, tx);
      });
    },
  };
}
