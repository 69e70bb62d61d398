// `mayfly sites …`: what each hostname says about itself.

import { type Command, CommandError, command } from './command.ts';
import { plainText, table } from './table.ts';
import { yesNo } from './values.ts';

const sitesSet = command({
  name: 'sites set',
  usage: 'HOST [--title T] [--description D] [--index yes|no] [--follow yes|no]',
  summary: 'what a hostname says about itself',
  details: `HOST is compared with the Host header of requests. The host of PUBLIC_URL is the default site, which every unknown
hostname gets. What is not given stays as it is. --index no also keeps crawlers out with robots.txt; --follow is as --index
unless given.`,
  positionals: ['host'],
  options: {
    title: { type: 'string' },
    description: { type: 'string' },
    index: { type: 'string' },
    follow: { type: 'string' },
  },
  async run({ args, options, open }) {
    const { title, description } = options;
    const site = await (await open()).services.site.set({
      hostname: args.host,
      ...(title === undefined ? {} : { title }),
      ...(description === undefined ? {} : { description }),
      ...(options.index === undefined ? {} : { index: yesNo(options.index, '--index') }),
      ...(options.follow === undefined ? {} : { follow: yesNo(options.follow, '--follow') }),
    });
    return { json: site, text: `Set ${site.hostname}: ${plainText(site.title)}.` };
  },
});

const sitesList = command({
  name: 'sites list',
  usage: '',
  summary: 'every hostname; the first line is the default when none is stored for PUBLIC_URL',
  async run({ open }) {
    const sites = await (await open()).services.site.list();
    const rows = sites.map(({ hostname, title, description, indexing }) => ({
      host: hostname,
      index: indexing.index,
      follow: indexing.follow,
      title,
      description,
    }));
    return { json: sites, text: table(rows) };
  },
});

const sitesRemove = command({
  name: 'sites remove',
  usage: 'HOST',
  summary: 'forget a hostname; it gets the default site again',
  positionals: ['host'],
  destroys: true,
  async run({ args, open, confirm }) {
    await confirm(`Forget the site ${args.host}?`);
    const removed = await (await open()).services.site.remove(args.host);
    if (removed === 0) throw new CommandError(`There is no site ${plainText(args.host)}.`);
    return { json: { removed }, text: `Removed ${plainText(args.host)}.` };
  },
});

export const siteCommands: readonly Command[] = [sitesSet, sitesList, sitesRemove];
