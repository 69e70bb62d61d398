// A service with something of everything in it: what a backup has to carry over.

import { randomBytes } from 'node:crypto';
import { addJobs } from '../../src/infra/jobs.ts';
import type { UserId } from '../../src/lib/ids.ts';
import { createTestApp, type TestApp } from './app.ts';
import { deliver, openMailbox } from './mailbox.ts';

export const grant = (app: TestApp, userId: UserId, points: number) =>
  app.assembly.services.billing.wallet.grant(userId, points, 'for the test');

export async function startFilledService() {
  const app = await createTestApp();
  const { services, database, inboundLog } = app.assembly;
  const users: UserId[] = [];
  for (let i = 0; i < 5; i++) {
    const id = await services.auth.signup.createUser({
      email: `u${i}@example.org`,
      password: 'password-1',
      locale: 'en',
    });
    users.push(id as UserId);
    await grant(app, id as UserId, 1_000);
  }
  await services.billing.subscriptions.buy(users[0] as UserId, 'plan', 'plus', 'monthly');
  await services.content.putPage({
    key: 'odd',
    locale: 'vi',
    title: 'Tab\\t “quotes” \\N',
    source: { text: '<p>Điều khoản \\. \\n</p>', format: 'html' },
  });
  inboundLog.record({
    peer: '192.0.2.1',
    helo: 'a\tb',
    tls: null,
    sender: '',
    recipient: 'x@y.example',
    outcome: 'refused',
    reply: '550',
    messageId: null,
  });
  await inboundLog.flush();
  const mailbox = await openMailbox(app);
  const attachment = randomBytes(300_000);
  await deliver(app, mailbox.address, mailWith(attachment));
  await addJobs(database, [
    { task: 'later', payload: { n: 7, text: 'a\\b\n' }, key: 'k', runAt: new Date('2100-01-01') },
  ]);
  return { app, users, mailbox, attachment };
}

export type FilledService = Awaited<ReturnType<typeof startFilledService>>;

function mailWith(attachment: Buffer): string {
  const encoded = attachment.toString('base64').replace(/.{76}/g, '$&\r\n');
  return [
    'From: a@example.org',
    'Subject: Your code is 482913',
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary=b',
    '',
    '--b',
    'Content-Type: text/plain',
    '',
    'Your code is 482913',
    '--b',
    'Content-Type: application/octet-stream',
    'Content-Disposition: attachment; filename=a.bin',
    'Content-Transfer-Encoding: base64',
    '',
    encoded,
    '--b--',
    '',
  ].join('\r\n');
}
