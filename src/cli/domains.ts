// `mayfly domains …`: the public domains, on which anybody may open a mailbox.

import { readHostName } from '../lib/host-name.ts';
import { type Command, CommandError, command, UsageError } from './command.ts';
import { table } from './table.ts';

function readDomain(text: string): string {
  const domain = readHostName(text);
  if (domain === null || !domain.includes('.')) throw new UsageError(`"${text}" is not a domain name.`);
  return domain;
}

const domainsAdd = command({
  name: 'domains add',
  usage: 'DOMAIN',
  summary: 'offer a public domain, or offer a retired one again',
  details: 'Point its MX record at MX_HOST; "mayfly doctor" tells whether that is so.',
  positionals: ['domain'],
  async run({ args, open, config }) {
    const domain = readDomain(args.domain);
    const { services } = await open();
    if ((await services.domains.find(domain)) !== null) {
      throw new CommandError(`${domain} is a private domain of an account; it cannot be public as well.`);
    }
    const added = await services.mailboxes.addPublicDomain(domain);
    const text = added
      ? `${domain} is offered. Mail reaches it once its MX record names ${config.mxName}; "mayfly doctor" checks that.`
      : `${domain} was offered already.`;
    return { json: { domain, added }, text };
  },
});

const domainsList = command({
  name: 'domains list',
  usage: '',
  summary: 'every public domain',
  async run({ open }) {
    const domains = await (await open()).services.mailboxes.listPublicDomains();
    const rows = domains.map(({ domain, addedAt, retiredAt }) => ({
      domain,
      state: retiredAt === null ? 'offered' : 'retired',
      added: addedAt,
      retired: retiredAt,
    }));
    return { json: domains, text: table(rows, 'There are no public domains.') };
  },
});

const domainsRetire = command({
  name: 'domains retire',
  usage: 'DOMAIN',
  summary: 'offer a domain no more; its mailboxes live on to their end',
  positionals: ['domain'],
  async run({ args, open }) {
    const domain = readDomain(args.domain);
    const { mailboxes } = (await open()).services;
    if (!(await mailboxes.retirePublicDomain(domain))) {
      const known = (await mailboxes.listPublicDomains()).some((row) => row.domain === domain);
      throw new CommandError(known ? `${domain} is retired already.` : `${domain} is not a public domain.`);
    }
    return { json: { domain, retired: true }, text: `${domain} is retired.` };
  },
});

export const domainCommands: readonly Command[] = [domainsAdd, domainsList, domainsRetire];
