// What sign-in, password reset and registration work with alike.

import type { Mailer } from '../../infra/mailer.ts';
import type { Passwords } from '../../infra/password.ts';
import type { Clock } from '../../lib/clock.ts';
import type { AccountService } from '../account/service.ts';
import type { AuthStore } from './store.ts';

export interface AuthParts {
  readonly store: AuthStore;
  readonly account: AccountService;
  readonly passwords: Passwords;
  readonly mailer: Mailer;
  readonly clock: Clock;
  readonly publicUrl: string;
}

export interface IssuedToken {
  readonly token: string;
  readonly expiresAt: Date;
}
