// Everything that talks to the outside: database, Redis, DNS, mail and webhooks out, limits, keys. First part of assemble.ts.

import type { Config } from '../config.ts';
import { connectDatabase } from '../infra/db/database.ts';
import { keptSetting } from '../infra/db/settings.ts';
import { noDiskWatch, watchDisk } from '../infra/disk.ts';
import { createDns } from '../infra/dns.ts';
import type { Log } from '../infra/log.ts';
import { createMailer } from '../infra/mailer.ts';
import { createMetrics } from '../infra/metrics.ts';
import { createOutboundHttp } from '../infra/outbound-http.ts';
import { createPasswords, type HashCost } from '../infra/password.ts';
import { createRateLimiter } from '../infra/rate-limit.ts';
import { connectRedis } from '../infra/redis.ts';
import { createLocalWakeup } from '../infra/wakeup.ts';
import { createRedisWakeup } from '../infra/wakeup-redis.ts';
import { parseCidrs } from '../lib/cidr.ts';
import type { Clock } from '../lib/clock.ts';
import { createCursors } from '../lib/cursor.ts';
import { createSecrets, randomText } from '../lib/secrets.ts';

const DNS_TIMEOUT_MS = 2_000;

export type Infrastructure = Awaited<ReturnType<typeof buildInfrastructure>>;

export async function buildInfrastructure(options: {
  config: Config;
  databaseUrl: string;
  log: Log;
  clock: Clock;
  passwordCost?: HashCost;
}) {
  const { config, log, clock } = options;
  const metrics = createMetrics({ processMetrics: true });
  const database = connectDatabase({
    url: options.databaseUrl,
    max: 16,
    onIdleError: (error) => log.warn({ err: error }, 'a database connection was lost'),
  });
  // The mail line commits on connections of its own: what HTTP does never delays a 250.
  const deliveries = connectDatabase({
    url: options.databaseUrl,
    max: 2,
    pipeline: true,
    applicationName: 'mayfly deliver',
    onIdleError: (error) => log.warn({ err: error }, 'a database connection was lost'),
  });
  const redis = config.redisUrl === null ? null : await connectRedis(config.redisUrl, log);
  const redisSubscriber = config.redisUrl === null ? null : await connectRedis(config.redisUrl, log);
  const wakeup =
    redis && redisSubscriber
      ? createRedisWakeup({ publisher: redis, subscriber: redisSubscriber, log })
      : createLocalWakeup();
  const limiter = createRateLimiter({ factor: config.rateLimitFactor, redis, log });
  const secrets = createSecrets(config.secretKey ?? (await keptSetting(database, 'secret_key', () => randomText(64))));
  const cursors = createCursors(secrets);
  const passwords = createPasswords(options.passwordCost);
  const mailer = createMailer({ url: config.outboundSmtpUrl, from: config.mailFrom, log });
  const dnsOptions = { servers: config.dnsServers, timeoutMs: DNS_TIMEOUT_MS };
  const dns = createDns(dnsOptions);
  const allowCidrs = parseCidrs(config.webhookAllowCidrs ?? []);
  const outbound = createOutboundHttp({ allowCidrs: allowCidrs.ok ? allowCidrs.list : [], dns });
  const disk = config.databaseUrl === null ? watchDisk(config.dataDir) : noDiskWatch;

  return {
    log,
    clock,
    metrics,
    database,
    deliveries,
    redis,
    wakeup,
    limiter,
    secrets,
    cursors,
    passwords,
    mailer,
    dns,
    /** For a thread, which has to ask for itself. */
    dnsOptions,
    outbound,
    disk,
    async close() {
      await wakeup.close();
      await outbound.close();
      dns.close();
      disk.close();
      mailer.close();
      redis?.disconnect();
      redisSubscriber?.disconnect();
      await deliveries.close();
      await database.close();
    },
  };
}
