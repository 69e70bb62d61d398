// How each status of each operation comes about: the table that statuses.test.ts goes through. What every operation
// has in common is made by rule in rules.ts.

import type { CallOptions } from '../support/app.ts';
import { accountRecipes } from './recipes-account.ts';
import { mailRecipes } from './recipes-mail.ts';
import { publicRecipes } from './recipes-public.ts';
import type { World } from './world.ts';

export interface Request extends CallOptions {
  /** Path and query; without it the operation's own path. */
  readonly path?: string;
  /** Which service is called: the one without limits unless said. */
  readonly of?: 'limited';
  /** The expected code of a problem. */
  readonly code?: string;
}
export type Recipe = (world: World) => Request | Promise<Request>;
/** By `METHOD /path`, by status. */
export type Recipes = Record<string, Record<number, Recipe>>;

export const recipes: Recipes = { ...accountRecipes, ...mailRecipes, ...publicRecipes };
