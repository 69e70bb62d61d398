// `mayfly users …`: accounts at the console, over the same services as sign-up.

import { randomText } from '../lib/secrets.ts';
import { accountAt } from './account-at.ts';
import { CommandError, command, UsageError } from './command.ts';
import { plainText, table } from './table.ts';

const MIN_PASSWORD = 8;
const MAX_PASSWORD = 200;

const add = command({
  name: 'users add',
  usage: 'EMAIL [--password P] [--locale L]',
  summary: 'make an account, without a mail to confirm',
  details: 'Without --password one is generated and shown once.',
  positionals: ['email'],
  options: { password: { type: 'string' }, locale: { type: 'string' } },
  async run({ args, options, open }) {
    const password = options.password ?? randomText(20);
    if (password.length < MIN_PASSWORD || password.length > MAX_PASSWORD) {
      throw new UsageError(`--password takes ${MIN_PASSWORD} to ${MAX_PASSWORD} characters.`);
    }
    const { services } = await open();
    const id = await services.auth.signup.createUser({ email: args.email, password, locale: options.locale });
    if (id === null) throw new CommandError(`${plainText(args.email)} has an account already.`);
    const user = await services.account.find(id);
    const shown = { id, email: user?.email ?? args.email, locale: user?.locale ?? null };
    return options.password === undefined
      ? { json: { ...shown, password }, text: `Added ${shown.email} (${id}). Password: ${password}` }
      : { json: shown, text: `Added ${shown.email} (${id}).` };
  },
});

const list = command({
  name: 'users list',
  usage: '',
  summary: 'every account',
  async run({ open }) {
    const users = await (await open()).services.account.list();
    const rows = users.map(({ id, email, locale, active, createdAt, twoFactor }) => ({
      id,
      email,
      locale,
      status: active ? 'active' : 'disabled',
      twoFactor: twoFactor.enabled,
      createdAt,
    }));
    return { json: rows, text: table(rows, 'There are no accounts.') };
  },
});

const disable = command({
  name: 'users disable',
  usage: 'EMAIL',
  summary: 'end an account’s sign-ins, user tokens and developer keys at once',
  details: 'Mailboxes that are open, and their tokens, live on to their end.',
  positionals: ['email'],
  async run({ args, open }) {
    const { services } = await open();
    const user = await accountAt(services, args.email);
    await services.account.disable(user.id);
    return {
      json: { id: user.id, email: user.email, status: 'disabled' },
      text: `Disabled ${user.email} (${user.id}).`,
    };
  },
});

const enable = command({
  name: 'users enable',
  usage: 'EMAIL',
  summary: 'give a disabled account back',
  details: 'Its developer keys work again. Whoever was signed in has to sign in anew.',
  positionals: ['email'],
  async run({ args, open }) {
    const { services } = await open();
    const user = await accountAt(services, args.email);
    if (!user.active) {
      // First, so that no sign-in from before comes back with the account.
      await services.auth.revokeTokens(user.id);
      await services.account.enable(user.id);
    }
    return {
      json: { id: user.id, email: user.email, status: 'active' },
      text: user.active ? `${user.email} is active already.` : `Enabled ${user.email} (${user.id}).`,
    };
  },
});

export const userCommands = [add, list, disable, enable] as const;
