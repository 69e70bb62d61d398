// Sign-in and password reset; registration stands beside the API, under /app.

import { type App, Data, NoContent, operation } from '../../lib/route.ts';
import {
  ConfirmBody,
  ForgotBody,
  ResetBody,
  SignInBody,
  SignupAccepted,
  SignupBody,
  Token,
  tokenExample,
} from './schemas.ts';
import type { AuthService, IssuedToken } from './service.ts';

export function authRoutes(app: App, service: AuthService): void {
  app.post(
    '/auth/token',
    operation({
      id: 'createToken',
      group: 'auth',
      summary: 'Sign in',
      description:
        'Answers a user token that works for 7 days. With two-factor on, a right password without `code` answers 401 `auth.totp_required`; repeat the call with `code`. An unknown address, a wrong password and a wrong code are one failure.',
      credential: 'public',
      rate: 'own',
      body: SignInBody,
      success: { 200: Data(Token, tokenExample, 'Signed in') },
      problems: [401, 422, 429],
    }),
    async (request) => {
      const { email, password, code } = request.body;
      await request.limit('signin.ip', request.network);
      await request.limit('signin.account', service.identityOf(email));
      return { data: tokenBody(await service.signIn({ email, password, code })) };
    },
  );

  app.post(
    '/auth/password/forgot',
    operation({
      id: 'forgotPassword',
      group: 'auth',
      summary: 'Ask for a password-reset mail',
      description:
        'Answers 204 whether or not the address has an account. The link in the mail works once, for 30 minutes, and ends earlier links.',
      credential: 'public',
      rate: 'own',
      body: ForgotBody,
      success: { 204: NoContent },
      problems: [422, 429],
    }),
    async (request, reply) => {
      const { email } = request.body;
      await request.limit('mail-request.ip', request.network);
      await request.limit('mail-request.address', service.identityOf(email));
      await service.reset.request(email);
      return reply.code(204).send(null);
    },
  );

  app.post(
    '/auth/password/reset',
    operation({
      id: 'resetPassword',
      group: 'auth',
      summary: 'Set a new password',
      description:
        'Takes the token of the mailed link. Every user token of the account ends; two-factor stays as it is. A used or expired token answers 410.',
      credential: 'public',
      body: ResetBody,
      success: { 204: NoContent },
      problems: [410, 422, 429],
    }),
    async (request, reply) => {
      await service.reset.complete(request.body.token, request.body.password);
      return reply.code(204).send(null);
    },
  );
}

export function signupRoutes(app: App, service: AuthService): void {
  app.post(
    '/signup',
    operation({
      id: 'signUp',
      group: 'auth',
      summary: 'Ask for an account',
      description: 'Mails a link that confirms the address. The answer is the same for an address that has an account.',
      credential: 'public',
      rate: 'own',
      body: SignupBody,
      success: { 202: Data(SignupAccepted, { status: 'mailed' }, 'A mail is on its way') },
      problems: [403, 422, 429],
    }),
    async (request, reply) => {
      service.signup.requireOpen();
      await request.limit('mail-request.ip', request.network);
      await request.limit('mail-request.address', service.identityOf(request.body.email));
      await service.signup.request(request.body);
      return reply.code(202).send({ data: { status: 'mailed' as const } });
    },
  );

  app.post(
    '/signup/confirm',
    operation({
      id: 'confirmSignUp',
      group: 'auth',
      summary: 'Confirm the address and make the account',
      description: 'Takes the token of the mailed link, once, within 24 hours; answers a user token.',
      credential: 'public',
      body: ConfirmBody,
      success: { 201: Data(Token, tokenExample, 'The account exists and is signed in') },
      problems: [403, 410, 422, 429],
    }),
    async (request, reply) => {
      const issued = await service.signup.confirm(request.body.token);
      return reply
        .code(201)
        .header('Cache-Control', 'no-store')
        .send({ data: tokenBody(issued) });
    },
  );
}

const tokenBody = ({ token, expiresAt }: IssuedToken) => ({
  token,
  tokenType: 'Bearer' as const,
  expiresAt: expiresAt.toISOString(),
});
