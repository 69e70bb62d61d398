// List and detail reads a second, on a mailbox with some mail.

import { openCourier } from '../load/deliver.ts';
import { httpLoad } from '../load/http.ts';
import { openMailboxes } from '../load/mailboxes.ts';
import { htmlMail, plainMail } from '../load/mails.ts';
import { percentiles, type Result, type Scenario } from '../scenario.ts';
import { startService } from '../service.ts';

const MAILBOXES = 50;
const MAILS_EACH = 20;
const CONNECTIONS = 16;

export const readsScenario: Scenario = {
  name: 'reads',
  about: 'list, detail and code reads a second',
  async run({ seconds }) {
    const service = await startService();
    try {
      const mailboxes = await openMailboxes(service.origin, MAILBOXES);
      const courier = await openCourier(service.smtpPort);
      for (const { address } of mailboxes) {
        for (let i = 0; i < MAILS_EACH; i++) await courier.send(address, i % 2 ? htmlMail(17_000) : plainMail(4_096));
      }
      courier.close();
      const lists = mailboxes.map(({ token }) => ({ path: '/api/v1/mailboxes/me/messages', token }));
      const details: { path: string; token: string }[] = [];
      for (const { token } of mailboxes) {
        const response = await fetch(`${service.origin}/api/v1/mailboxes/me/messages`, {
          headers: { authorization: `Bearer ${token}` },
        });
        const { data } = (await response.json()) as { data: { id: string }[] };
        details.push(...data.slice(0, 4).map(({ id }) => ({ path: `/api/v1/messages/${id}`, token })));
      }
      const codes = mailboxes.map(({ token }) => ({ path: '/api/v1/mailboxes/me/otp/latest', token }));
      const results: Result[] = [];
      for (const [name, paths] of [
        ['list', lists],
        ['detail', details],
        ['code', codes],
      ] as const) {
        await httpLoad({ origin: service.origin, paths, connections: CONNECTIONS, seconds: 1 });
        const before = await service.usage();
        const done = await httpLoad({ origin: service.origin, paths, connections: CONNECTIONS, seconds });
        const after = await service.usage();
        results.push({
          name: `${name}, ${CONNECTIONS} connections`,
          unit: 'requests/s',
          rate: done.ok / done.seconds,
          ...percentiles(done.latencies),
          cpu: (after.cpuSeconds - before.cpuSeconds) / done.seconds,
          rssMb: after.rssBytes / 1e6,
          ...(done.failed > 0 ? { note: `${done.failed} failed` } : {}),
        });
      }
      return results;
    } finally {
      await service.stop();
    }
  },
};
