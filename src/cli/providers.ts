// `mayfly providers …`: the payment gateways.

import { command } from './command.ts';
import { table } from './table.ts';
import { oneOf } from './values.ts';

const providersList = command({
  name: 'providers list',
  usage: '',
  summary: 'payment providers and whether customers can use them',
  async run({ open }) {
    const providers = await (await open()).services.billing.catalog.providers();
    return { json: providers, text: table(providers.map(({ code, name, status }) => ({ code, name, status }))) };
  },
});

const providersSet = command({
  name: 'providers set',
  usage: 'CODE active|disabled',
  summary: 'switch a payment provider on or off',
  details: 'Switched off, it takes no new orders; payments of orders that are there are still credited.',
  positionals: ['code', 'status'],
  async run({ args, open }) {
    const enabled = oneOf(args.status, 'STATUS', ['active', 'disabled']) === 'active';
    const provider = await (await open()).services.billing.catalog.setProvider(args.code, enabled);
    const missing =
      enabled && provider.status === 'disabled'
        ? ' It is switched on, but BANK_BIN, BANK_ACCOUNT and BANK_ACCOUNT_NAME are not all set.'
        : '';
    return { json: provider, text: `${provider.code} is ${provider.status}.${missing}` };
  },
});

export const providerCommands = [providersList, providersSet];
