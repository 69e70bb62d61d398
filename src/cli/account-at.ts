// The account that an operator names by its address.

import type { Assembly } from '../assemble.ts';
import { normaliseEmail } from '../lib/email-address.ts';
import { CommandError } from './command.ts';
import { plainText } from './table.ts';

export async function accountAt({ account }: Pick<Assembly['services'], 'account'>, email: string) {
  const user = await account.findByEmail(normaliseEmail(email) ?? '');
  if (!user) throw new CommandError(`There is no account ${plainText(email)}.`);
  return user;
}
