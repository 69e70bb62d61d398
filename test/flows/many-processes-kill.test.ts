// Three processes under load while they are restarted, while Redis goes away, and while one after the other is killed -9:
// no mail that got its 250 is lost, and no transfer is credited twice. FLEET_KILL_ROUNDS sets the rounds.

import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { UserId } from '../../src/lib/ids.ts';
import { BANK_ENV, BANK_KEY, bankReport } from '../support/bank.ts';
import { type Fleet, startFleet, startRedis } from '../support/fleet.ts';
import { callOn, type FleetMailbox, openOn, sendWithRetry, subjectsOn } from '../support/fleet-client.ts';
import { mailText, sendMail } from '../support/smtp-client.ts';
import { until } from '../support/webhooks.ts';

const ROUNDS = Number(process.env['FLEET_KILL_ROUNDS'] ?? 20);
const SENDERS = 4;
const redis = await startRedis();
if (!redis) console.warn('many-processes-kill: redis-server is not installed; skipped');

describe.skipIf(!redis)('three processes under load', () => {
  let fleet: Fleet;
  beforeAll(async () => {
    fleet = await startFleet({
      redis: redis as NonNullable<typeof redis>,
      roles: ['http,smtp', 'http,smtp,worker', 'http,smtp,worker'],
      env: { ...BANK_ENV, TRUST_PROXY: '127.0.0.1' },
    });
  }, 60_000);
  afterAll(async () => {
    await fleet?.stop();
    await redis?.stop();
  }, 30_000);

  const origin = async (number: number) => (await fleet.member(number % fleet.size)).http ?? '';
  const port = async (number: number) => (await fleet.member(number % fleet.size)).smtp ?? 0;

  /** Senders that go on until they are told to stop; afterwards every mail that was sent has got its 250. */
  async function startSenders(label: string) {
    const mailboxes: FleetMailbox[] = [];
    for (let i = 0; i < SENDERS; i++) mailboxes.push(await openOn(await origin(i), undefined, { ttl: 86_400 }));
    let stopped = false;
    const lanes = mailboxes.map(({ address }, i) =>
      sendWithRetry(fleet, { to: address, label: `${label}${i}`, until: () => stopped, first: i }),
    );
    return async () => {
      stopped = true;
      const sent = await Promise.all(lanes);
      const lost: string[] = [];
      for (const [i, { token }] of mailboxes.entries()) {
        const stored = new Set(await subjectsOn(await origin(i), token));
        lost.push(...(sent[i]?.taken ?? []).filter((subject) => !stored.has(subject)));
      }
      return {
        count: sent.flatMap(({ taken }) => taken).length,
        refused: sent.flatMap(({ refused }) => refused),
        lost,
      };
    };
  }

  test('a rolling restart loses no mail and refuses none', async () => {
    const finish = await startSenders('roll');
    const exits: unknown[] = [];
    for (let number = 0; number < fleet.size; number++) {
      await sleep(300);
      const { service } = await fleet.member(number);
      service.kill('SIGTERM');
      exits.push(await service.exit);
      fleet.restart(number);
      await fleet.member(number);
    }
    const { count, refused, lost } = await finish();
    expect(exits).toEqual(Array.from({ length: fleet.size }, () => ({ code: 0, signal: null })));
    expect([refused, lost]).toEqual([[], []]);
    expect(count).toBeGreaterThan(100);
  }, 60_000);

  test('Redis away: the service goes on and waits end with their time; back again: waits are woken again', async () => {
    const server = redis as NonNullable<typeof redis>;
    const list = (at: string, token: string, wait: number) =>
      callOn<{ data: { subject: string }[] }>(at, 'GET', `/mailboxes/me/messages?wait=${wait}`, { token });
    const before = await openOn(await origin(0));
    const heldBefore = list(await origin(1), before.token, 30);
    await sleep(100);
    await server.stop();

    const away = await openOn(await origin(0));
    const fallback = list(await origin(1), away.token, 2);
    await sleep(100);
    expect(await sendMail(await port(0), { to: away.address, raw: mailText({ subject: 'while away' }) })).toMatch(
      /^250 /,
    );
    expect((await fallback).body.data.map(({ subject }) => subject)).toEqual(['while away']);
    const readiness = await callOn<{ checks: { redis: { ok: boolean } } }>(await origin(2), 'GET', '/readyz');
    expect([readiness.status, readiness.body.checks.redis.ok]).toEqual([200, false]);
    const during = await openOn(await origin(2));
    const heldDuring = list(await origin(1), during.token, 30);
    await sleep(100);

    await server.start();
    await until(
      async () => callOn<{ checks: { redis: { ok: boolean } } }>(await origin(1), 'GET', '/readyz'),
      ({ body }) => body.checks.redis.ok,
    );
    // Each connection comes back by itself within two seconds; the subscriptions follow at once.
    await sleep(2_500);
    for (const [mailbox, held] of [
      [before, heldBefore],
      [during, heldDuring],
      [await openOn(await origin(0)), null],
    ] as const) {
      const answer = held ?? list(await origin(1), mailbox.token, 30);
      if (!held) await sleep(100);
      await sendMail(await port(0), { to: mailbox.address, raw: mailText({ subject: 'back' }) });
      const stored = performance.now();
      expect((await answer).body.data.map(({ subject }) => subject)).toEqual(['back']);
      expect(performance.now() - stored).toBeLessThan(1_000);
    }
  }, 60_000);

  test(
    `${ROUNDS} rounds of kill -9 of one of them: no 250 is lost, no transfer is credited twice`,
    async () => {
      const { account, billing } = fleet.console.services;
      const created = await account.create({ email: 'payer@people.example', passwordHash: 'none', locale: 'en' });
      const userId = created as UserId;
      const finish = await startSenders('kill');
      let stopped = false;
      let orders = 0;
      const bank = async (first: number) => {
        for (let turn = first; !stopped; turn++) {
          const amount = 10_000;
          const { memo } = await billing.topups.create(userId, { provider: 'bank_transfer', amount, currency: 'VND' });
          orders++;
          const body = bankReport({ content: memo, transferAmount: amount });
          // As the bank does: again and again until one of them says 200, and once more for good measure.
          for (let answered = 0; answered < 2; turn++) {
            const at = await Promise.race([origin(turn).catch(() => null), sleep(20, null)]);
            const authorization = `Apikey ${BANK_KEY}`;
            const answer =
              at && (await callOn(at, 'POST', '/integrations/bank/webhook', { authorization, body }).catch(() => null));
            if (answer && answer.status === 200) answered++;
            await sleep(25);
          }
        }
      };
      const banks = [bank(0), bank(1)];
      for (let round = 0; round < ROUNDS; round++) {
        // All are up before one is killed: two of three carry the load meanwhile.
        const members = await Promise.all([0, 1, 2].map((number) => fleet.member(number)));
        await sleep(50 + Math.random() * 250);
        const number = round % fleet.size;
        const { service } = members[number] as (typeof members)[number];
        service.kill('SIGKILL');
        await service.exit;
        fleet.restart(number);
      }
      stopped = true;
      await Promise.all(banks);
      const { count, refused, lost } = await finish();
      expect([refused, lost]).toEqual([[], []]);
      // A run that takes no mail proves nothing.
      expect(count).toBeGreaterThan(ROUNDS * 5);

      // What a killed worker had in hand is freed by the others after half a minute; the schedule would find it as well.
      await fleet.console.services.bank.reconcile();
      expect(await billing.wallet.balance(userId)).toBe(orders * 10);
      expect(await billing.checkMoney()).toEqual([]);
    },
    ROUNDS * 10_000,
  );
});
