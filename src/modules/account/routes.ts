// The signed-in account: its profile and its two-factor settings.

import type { FastifyRequest } from 'fastify';
import { type App, Data, NoContent, operation, userOf } from '../../lib/route.ts';
import * as bodies from './schemas.ts';
import type { Account, AccountService } from './service.ts';

export function accountRoutes(app: App, service: AccountService): void {
  app.get(
    '/me',
    operation({
      id: 'getAccount',
      group: 'account',
      summary: 'The signed-in account',
      description: 'Address, language, plan, and whether two-factor is on.',
      credential: 'user',
      success: { 200: Data(bodies.Account, bodies.accountExample) },
      problems: [401],
    }),
    async (request) => ({ data: accountBody(await service.view(userOf(request).userId)) }),
  );

  app.patch(
    '/me',
    operation({
      id: 'updateAccount',
      group: 'account',
      summary: 'Change the account',
      description: 'Sets the language of mails and of the web app. What is left out stays.',
      credential: 'user',
      body: bodies.AccountPatch,
      success: { 200: Data(bodies.Account, bodies.accountExample) },
      problems: [401, 422],
    }),
    async (request) => {
      const { userId } = userOf(request);
      if (request.body.locale !== undefined) await service.setLocale(userId, request.body.locale);
      return { data: accountBody(await service.view(userId)) };
    },
  );

  app.get(
    '/me/2fa',
    operation({
      id: 'getTwoFactor',
      group: 'account',
      summary: 'Two-factor status',
      description: 'Whether it is on, whether an enrolment is pending, and how many recovery codes are left.',
      credential: 'user',
      success: { 200: Data(bodies.TwoFactorStatus, bodies.twoFactorExample) },
      problems: [401],
    }),
    async (request) => {
      const { enabled, enabledAt, pendingUntil, recoveryCodesLeft } = await service.twoFactor.status(
        userOf(request).userId,
      );
      return {
        data: {
          enabled,
          enabledAt: enabledAt?.toISOString() ?? null,
          pendingUntil: pendingUntil?.toISOString() ?? null,
          recoveryCodesLeft,
        },
      };
    },
  );

  app.post(
    '/me/2fa/setup',
    operation({
      id: 'setupTwoFactor',
      group: 'account',
      summary: 'Begin two-factor enrolment',
      description:
        'Answers a secret for an authenticator app. It does nothing until `POST /me/2fa/confirm` proves, within 10 minutes, that the app has it. Beginning again replaces the secret; 409 when two-factor is on.',
      credential: 'user',
      success: { 200: Data(bodies.TwoFactorSetup, bodies.setupExample) },
      problems: [401, 409],
    }),
    async (request) => {
      const { userId } = userOf(request);
      const { email } = await service.view(userId);
      const setup = await service.twoFactor.begin(userId, email);
      return { data: { ...setup, expiresAt: setup.expiresAt.toISOString() } };
    },
  );

  app.post(
    '/me/2fa/confirm',
    operation({
      id: 'confirmTwoFactor',
      group: 'account',
      summary: 'Turn two-factor on',
      description: 'Takes a code of the pending enrolment and answers ten recovery codes, shown only here.',
      credential: 'user',
      body: bodies.CodeBody,
      success: { 200: Data(bodies.RecoveryCodes, bodies.recoveryExample) },
      problems: [401, 422],
    }),
    async (request) => {
      await limitGuesses(request);
      return { data: { recoveryCodes: await service.twoFactor.confirm(userOf(request).userId, request.body.code) } };
    },
  );

  app.delete(
    '/me/2fa',
    operation({
      id: 'disableTwoFactor',
      group: 'account',
      summary: 'Turn two-factor off',
      description: 'Takes a current code or a recovery code.',
      credential: 'user',
      body: bodies.CodeBody,
      success: { 204: NoContent },
      problems: [401, 422],
    }),
    async (request, reply) => {
      await limitGuesses(request);
      await service.twoFactor.turnOff(userOf(request).userId, request.body.code);
      return reply.code(204).send(null);
    },
  );
}

/** Six digits can be guessed at the general rate in a day; at the rate of sign-ins they cannot. */
const limitGuesses = (request: FastifyRequest) => request.limit('signin.account', `2fa:${userOf(request).userId}`);

const accountBody = (account: Account) => ({
  id: account.id,
  email: account.email,
  locale: account.locale,
  createdAt: account.createdAt.toISOString(),
  twoFactor: { enabled: account.twoFactor.enabled },
  plan: account.plan,
});
