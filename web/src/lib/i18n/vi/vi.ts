// Tiếng Việt. The type of English says which words are missing.

import type { Catalogue } from '../i18n.svelte.ts';
import { account } from './account.ts';
import { inbox } from './inbox.ts';
import { money } from './money.ts';
import { problems } from './problems.ts';

export const vi: Catalogue = { ...inbox, ...account, ...money, ...problems };
