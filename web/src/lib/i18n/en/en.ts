// English, the source of the catalogue: its type is what every other language has to fill.

import { account } from './account.ts';
import { inbox } from './inbox.ts';
import { money } from './money.ts';
import { problems } from './problems.ts';

export const en = { ...inbox, ...account, ...money, ...problems };
