// `mayfly plans …`: the catalog of plans and add-ons.

import { command, UsageError } from './command.ts';
import { table } from './table.ts';
import { wholeNumber } from './values.ts';

const HIGHEST_PRICE = 1_000_000_000;

const plansList = command({
  name: 'plans list',
  usage: '',
  summary: 'plans and add-ons with prices and entitlements',
  async run({ open }) {
    const { plans, addons } = await (await open()).services.billing.catalog.offers();
    const rows = [...plans, ...addons].map(({ kind, code, name, prices, entitlements }) => ({
      kind,
      code,
      name,
      ...prices,
      entitlements: shown(entitlements),
    }));
    return { json: { plans, addons }, text: table(rows) };
  },
});

const plansSet = command({
  name: 'plans set',
  usage: 'CODE [--monthly N] [--yearly N] [--entitlement KEY=VALUE]',
  summary: 'change prices and entitlements of a plan or add-on',
  details:
    'What is not named stays. --entitlement may be given several times; domains.catchAll takes yes or no, the others whole\nnumbers (times in seconds). Paid periods keep their price; renewals take the new one. Entitlements count at once.',
  positionals: ['code'],
  options: {
    monthly: { type: 'string' },
    yearly: { type: 'string' },
    entitlement: { type: 'string', multiple: true },
  },
  async run({ args, options, open }) {
    const { monthly, yearly, entitlement = [] } = options;
    if (monthly === undefined && yearly === undefined && entitlement.length === 0) {
      throw new UsageError('Say what to change: --monthly, --yearly or --entitlement.');
    }
    const offer = await (await open()).services.billing.catalog.set(args.code, {
      ...(monthly === undefined ? {} : { monthly: wholeNumber(monthly, '--monthly', 0, HIGHEST_PRICE) }),
      ...(yearly === undefined ? {} : { yearly: wholeNumber(yearly, '--yearly', 0, HIGHEST_PRICE) }),
      entitlements: entitlement,
    });
    const { code, prices, entitlements } = offer;
    return {
      json: offer,
      text: `${code}: ${prices.monthly} points a month, ${prices.yearly} a year; ${shown(entitlements)}`,
    };
  },
});

const shown = (entitlements: Readonly<Record<string, unknown>>): string =>
  Object.entries(entitlements)
    .map(([name, value]) => `${name}=${value === true ? 'yes' : value === false ? 'no' : value}`)
    .join(' ');

export const planCommands = [plansList, plansSet];
