// Mail in, durable: 4 kB text, 17 kB multipart with HTML, 300 kB with an attachment, over reused connections (line by line,
// and pipelined as mail servers do) and over fresh ones.

import { generateKeyPairSync } from 'node:crypto';
import { startDnsServer } from '../../test/support/dns-server.ts';
import { openMailboxes } from '../load/mailboxes.ts';
import { attachmentMail, htmlMail, plainMail, signedMail } from '../load/mails.ts';
import { smtpLoad } from '../load/smtp.ts';
import { percentiles, type Result, type Scenario } from '../scenario.ts';
import { startService } from '../service.ts';

const CONNECTIONS = 50;
const MAILBOXES = 200;
const MANNERS = [
  { how: 'reused connections', reuse: true, pipelining: false },
  { how: 'reused connections, pipelining', reuse: true, pipelining: true },
  { how: 'fresh connections', reuse: false, pipelining: false },
];

function ingest(name: string, about: string, mail: string, env: Record<string, string> = {}): Scenario {
  return {
    name,
    about,
    async run({ seconds }) {
      const service = await startService({ env });
      try {
        const recipients = (await openMailboxes(service.origin, MAILBOXES)).map((mailbox) => mailbox.address);
        const load = { port: service.smtpPort, connections: CONNECTIONS, recipients, mail };
        await smtpLoad({ ...load, seconds: 2, reuse: true });
        const results: Result[] = [];
        for (const { how, ...manner } of MANNERS) {
          const before = await service.usage();
          const done = await smtpLoad({ ...load, ...manner, seconds });
          const after = await service.usage();
          results.push({
            name: `${name}, ${CONNECTIONS} ${how}`,
            unit: 'mails/s',
            rate: done.accepted / done.seconds,
            ...percentiles(done.latencies),
            cpu: (after.cpuSeconds - before.cpuSeconds) / done.seconds,
            rssMb: after.rssBytes / 1e6,
            ...(done.refused > 0 ? { note: `${done.refused} refused` } : {}),
          });
        }
        return results;
      } finally {
        await service.stop();
      }
    },
  };
}

/** The same mails with the sender's SPF, DKIM and DMARC looked up, at a DNS server that answers from memory. */
const withAuth: Scenario = {
  name: 'ingest-auth',
  about: 'mails of 4 kB with MAIL_AUTH=on (plain, and with a DKIM signature) and with MAIL_AUTH=off',
  async run(options) {
    const dns = await startDnsServer();
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const key = publicKey.export({ type: 'spki', format: 'der' }).toString('base64');
    dns.set('s1._domainkey.shop.example', 'TXT', [`v=DKIM1; k=rsa; p=${key}`]);
    dns.set('sender.example', 'TXT', ['v=spf1 ip4:127.0.0.1 -all']);
    dns.set('_dmarc.shop.example', 'TXT', ['v=DMARC1; p=none']);
    try {
      const results: Result[] = [];
      const plain = plainMail(4_096);
      const signed = await signedMail(plain, privateKey.export({ type: 'pkcs8', format: 'pem' }).toString());
      for (const [name, mode, mail] of [
        ['on', 'on', plain],
        ['on, signed', 'on', signed],
        ['off', 'off', plain],
      ] as const) {
        const env = { MAIL_AUTH: mode, DNS_SERVERS: dns.address };
        results.push(...(await ingest(`ingest-auth ${name}`, '', mail, env).run(options)));
      }
      return results;
    } finally {
      await dns.close();
    }
  },
};

export const ingestScenarios: Scenario[] = [
  withAuth,
  ingest('ingest-4k', 'mails of 4 kB, plain text', plainMail(4_096)),
  ingest('ingest-17k', 'mails of 17 kB, multipart with HTML', htmlMail(17_000)),
  ingest('ingest-attachment', 'mails of 300 kB with an attachment', attachmentMail(300_000)),
];
