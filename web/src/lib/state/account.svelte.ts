// Who is signed in. "Stay signed in" keeps the token across windows, otherwise it goes with the tab.

import { changeLocale, readAccount, signIn as requestToken } from '../api/account.ts';
import { ApiProblem } from '../api/problem.ts';
import type { Account, Token } from '../api/types.ts';
import { go, route } from './router.svelte.ts';
import { onStoredElsewhere, readStored, writeStored } from './storage.ts';

class SignedIn {
  token = $state<string | null>(null);
  details = $state.raw<Account | null>(null);

  constructor() {
    this.#read();
    onStoredElsewhere('user', () => this.#read());
  }

  #read(): void {
    const kept = readStored<Token>('user') ?? readStored<Token>('user', sessionStorage);
    this.token = kept && Date.parse(kept.expiresAt) > Date.now() ? kept.token : null;
    if (this.token === null) this.details = null;
  }

  async signIn(email: string, password: string, code: string | undefined, stay: boolean): Promise<void> {
    this.accept(await requestToken(email, password, code), stay);
    await this.refresh();
  }

  accept(answer: Token, stay: boolean): void {
    writeStored('user', answer, stay ? localStorage : sessionStorage);
    this.token = answer.token;
  }

  async refresh(): Promise<void> {
    this.details = await this.use(readAccount);
  }

  async setLocale(locale: string): Promise<void> {
    this.details = await this.use((token) => changeLocale(token, locale));
  }

  signOut(): void {
    writeStored('user', null);
    writeStored('user', null, sessionStorage);
    this.token = null;
    this.details = null;
  }

  /** A call with the token; a token that no longer counts leads to the sign-in page and back. */
  async use<T>(work: (token: string) => Promise<T>): Promise<T> {
    const { token } = this;
    if (token === null) {
      askToSignIn();
      throw new ApiProblem(401, { code: 'auth.missing' });
    }
    try {
      return await work(token);
    } catch (error) {
      if (error instanceof ApiProblem && error.code === 'auth.invalid_token') {
        this.signOut();
        askToSignIn();
      }
      throw error;
    }
  }
}

/** Leads to the sign-in page, which leads back to this one. */
export function askToSignIn(): void {
  if (route.path === '/app/signin') return;
  go(`/app/signin?next=${encodeURIComponent(route.path)}`, { replace: true });
}

export const account = new SignedIn();
