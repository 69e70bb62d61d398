// The one place that constructs and wires everything: no container, no globals, no autoload.

import { readFileSync } from 'node:fs';
import type { Config, Role } from './config.ts';
import type { Authenticators } from './http/authenticate.ts';
import { registerDocs } from './http/docs.ts';
import { inboundRoute } from './http/inbound-route.ts';
import { metricsRoute } from './http/metrics-route.ts';
import { openApiRoute, registerOpenApi } from './http/openapi.ts';
import { registerRoutes } from './http/routes.ts';
import { createHttpServer } from './http/server.ts';
import { registerWebApp } from './http/web-app.ts';
import { createAcceptor } from './inbound/accept.ts';
import { createDelivery } from './inbound/deliver.ts';
import { createInboundLog } from './inbound/log.ts';
import { createMailReader } from './inbound/read.ts';
import { createReceive } from './inbound/receive.ts';
import { createSmtpServer, type SmtpLimits } from './inbound/server.ts';
import { createSenderCheck, prepareSenderCheck } from './inbound/verify-sender.ts';
import { createChat } from './infra/chat.ts';
import { connectDatabase } from './infra/db/database.ts';
import { pendingMigrations } from './infra/db/migrate.ts';
import { keptSetting } from './infra/db/settings.ts';
import { noDiskWatch, watchDisk } from './infra/disk.ts';
import { createDns } from './infra/dns.ts';
import { type CronTask, countJobs, type Task } from './infra/jobs.ts';
import type { Log } from './infra/log.ts';
import { createMailer } from './infra/mailer.ts';
import { createMetrics } from './infra/metrics.ts';
import { createOutboundHttp } from './infra/outbound-http.ts';
import { createPasswords, type HashCost } from './infra/password.ts';
import { createRateLimiter } from './infra/rate-limit.ts';
import { connectRedis } from './infra/redis.ts';
import { createLocalWakeup } from './infra/wakeup.ts';
import { createRedisWakeup } from './infra/wakeup-redis.ts';
import { startWorkerRole } from './infra/worker-role.ts';
import { parseCidrs } from './lib/cidr.ts';
import type { Clock } from './lib/clock.ts';
import { createCursors } from './lib/cursor.ts';
import { createMailboxTokens } from './lib/mailbox-token.ts';
import type { App } from './lib/route.ts';
import { createSecrets, randomText, sameSecret } from './lib/secrets.ts';
import { createAccountService } from './modules/account/service.ts';
import { createAccountStore } from './modules/account/store.ts';
import { createAuthService } from './modules/auth/service.ts';
import { createAuthStore } from './modules/auth/store.ts';
import { createBillingService } from './modules/billing/service.ts';
import { createContentService } from './modules/content/service.ts';
import { createContentStore } from './modules/content/store.ts';
import { createDomainService } from './modules/domains/service.ts';
import { createDomainStore } from './modules/domains/store.ts';
import { createFilterService } from './modules/filters/service.ts';
import { createFilterStore } from './modules/filters/store.ts';
import { createAlertService, createBankService, RECONCILE_TASK } from './modules/integrations/service.ts';
import { createKeyService } from './modules/keys/service.ts';
import { createKeyStore } from './modules/keys/store.ts';
import { createMailboxService } from './modules/mailboxes/service.ts';
import { createMailboxStore } from './modules/mailboxes/store.ts';
import { createMessageService } from './modules/messages/service.ts';
import { createMessageStore } from './modules/messages/store.ts';
import { createOtpService } from './modules/otp/service.ts';
import { createSessionService } from './modules/session/service.ts';
import { createSessionStore } from './modules/session/store.ts';
import { createSiteService } from './modules/site/service.ts';
import { createSiteStore } from './modules/site/store.ts';
import { createSystemService, type Probe } from './modules/system/service.ts';
import { createSystemStore } from './modules/system/store.ts';
import { createOutbox, createSender, createWebhookService, DELIVER_TASK } from './modules/webhooks/service.ts';
import { createWebhookStore } from './modules/webhooks/store.ts';

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

const RAW_SLOTS_AHEAD_HOURS = 3;
const DNS_TIMEOUT_MS = 2_000;

export type Assembly = Awaited<ReturnType<typeof assemble>>;

export async function assemble(options: {
  config: Config;
  databaseUrl: string;
  log: Log;
  clock: Clock;
  smtpLimits?: Partial<SmtpLimits>;
  /** Only tests that sign in hundreds of times hash at another cost. */
  passwordCost?: HashCost;
}) {
  const { config, log, clock } = options;
  const has = (role: Role) => config.roles.includes(role);

  // Infrastructure
  const metrics = createMetrics({ processMetrics: true });
  const database = connectDatabase({
    url: options.databaseUrl,
    max: 16,
    onIdleError: (error) => log.warn({ err: error }, 'a database connection was lost'),
  });
  const redis = config.redisUrl === null ? null : await connectRedis(config.redisUrl, log);
  const redisSubscriber = config.redisUrl === null ? null : await connectRedis(config.redisUrl, log);
  const wakeup =
    redis && redisSubscriber
      ? createRedisWakeup({ publisher: redis, subscriber: redisSubscriber, log })
      : createLocalWakeup();
  const limiter = createRateLimiter({ factor: config.rateLimitFactor, redis });
  const secrets = createSecrets(config.secretKey ?? (await keptSetting(database, 'secret_key', () => randomText(64))));
  const cursors = createCursors(secrets);
  const passwords = createPasswords(options.passwordCost);
  const mailer = createMailer({ url: config.outboundSmtpUrl, from: config.mailFrom, log });

  // Modules
  const systemStore = createSystemStore(database);
  const probes: Record<string, Probe> = {
    database: async () => {
      await systemStore.appliedMigrations();
      return { ok: true };
    },
    migrations: async () => {
      const pending = await pendingMigrations(await systemStore.appliedMigrations());
      return pending === 0 ? { ok: true } : { ok: false, detail: `${pending} to apply` };
    },
  };
  if (redis) probes['redis'] = async () => ({ ok: (await redis.ping()) === 'PONG' });
  const system = createSystemService(probes, ['redis']);

  const { vndPerPoint, bankBin, bankAccount, bankAccountName } = config;
  const bankSettings = { vndPerPoint, bankBin, bankAccount, bankAccountName };
  const billing = createBillingService({ database, clock, cursors, log, ...bankSettings });
  const entitlements = billing;
  const account = createAccountService({ store: createAccountStore(database), secrets, clock, entitlements });
  const auth = createAuthService({
    store: createAuthStore(database),
    account,
    passwords,
    mailer,
    clock,
    publicUrl: config.publicUrl,
    signupOpen: config.signup === 'open',
  });

  const keys = createKeyService({ store: createKeyStore(database), entitlements, clock, log });

  // The mail line's modules
  const dns = createDns({ servers: config.dnsServers, timeoutMs: DNS_TIMEOUT_MS });
  const webhookStore = createWebhookStore(database);
  const outbox = createOutbox({ store: webhookStore, clock });
  const domains = createDomainService({
    store: createDomainStore(database),
    dns,
    outbox,
    entitlements,
    clock,
    mxHost: config.mxName,
    publicDomains: async () => (await mailboxes.listPublicDomains()).map((row) => row.domain),
  });
  const filters = createFilterService({ store: createFilterStore(database), entitlements, clock, domains });
  const allowCidrs = parseCidrs(config.webhookAllowCidrs ?? []);
  const outbound = createOutboundHttp({ allowCidrs: allowCidrs.ok ? allowCidrs.list : [], dns });
  const webhooks = createWebhookService({
    store: webhookStore,
    outbox,
    outbound,
    secrets,
    entitlements,
    clock,
    domains,
  });
  const sender = createSender({ store: webhookStore, outbound, secrets, clock, log, metrics });
  const mailReader = createMailReader();
  const messages = createMessageService({
    store: createMessageStore(database),
    cursors,
    clock,
    wakeup,
    limiter,
    sanitize: (html, cid) => mailReader.sanitize(html, new Map(Object.entries(cid))),
    onAnswer: (seconds) => metrics.wake.observe(seconds),
    endOf: (mailboxId) => mailboxes.endOf(mailboxId),
  });
  const otp = createOtpService(messages);
  const sessionStore = createSessionStore(database);
  const mailboxes = createMailboxService({
    database,
    store: createMailboxStore(database),
    tokens: createMailboxTokens(secrets),
    cursors,
    clock,
    wakeup,
    outbox,
    entitlements,
    domains,
    content: messages,
    sessions: sessionStore,
  });
  const session = createSessionService({ store: sessionStore, mailboxes, clock });
  await mailboxes.seedPublicDomains(config.mailDomains);
  await messages.turnRawSlots(RAW_SLOTS_AHEAD_HOURS);

  const content = createContentService({ store: createContentStore(database), clock });
  const site = createSiteService({ store: createSiteStore(database), clock, publicUrl: config.publicUrl, content });
  const alerts = createAlertService({
    chat: config.alertChatUrl === null ? null : createChat({ url: config.alertChatUrl, log }),
    clock,
  });
  const bank = createBankService({
    database,
    billing,
    clock,
    log,
    apiKey: config.bankApiKey,
    allowedIps: config.bankAllowedIps,
  });
  const inboundLog = createInboundLog({ database, clock, log });

  // The mail line: server → accept → receive → deliver
  const disk = config.databaseUrl === null ? watchDisk(config.dataDir) : noDiskWatch;
  probes['disk'] = async () => (disk.full() ? { ok: false, detail: 'nearly full' } : { ok: true });
  const delivery = createDelivery({ database, mailboxes, messages, outbox, wakeup, log });
  const receive = createReceive({
    mailboxes,
    entitlements,
    filters,
    reader: mailReader,
    verifySender: createSenderCheck({ enabled: config.mailAuth === 'on', authserv: config.mxName, dns, log }),
    delivery,
    clock,
    log,
    mxName: config.mxName,
    attachmentMaxBytes: config.attachmentMaxBytes,
    anonymousCap: config.anonDailyMailCap,
  });
  const buildSmtp = () => {
    const acceptor = createAcceptor({
      mailboxes,
      domains,
      entitlements,
      clock,
      anonymousCap: config.anonDailyMailCap,
    });
    const server = createSmtpServer({
      mxName: config.mxName,
      maxBytes: config.smtpMaxBytes,
      tls:
        config.smtpTlsCert !== null && config.smtpTlsKey !== null
          ? { cert: config.smtpTlsCert, key: config.smtpTlsKey }
          : null,
      acceptor,
      receive,
      delivery,
      attempts: inboundLog,
      diskFull: disk.full,
      onPeer: () => {
        mailReader.prepare();
        if (config.mailAuth === 'on') prepareSenderCheck();
      },
      metrics,
      clock,
      log,
      ...(options.smtpLimits ? { limits: options.smtpLimits } : {}),
    });
    probes['smtp'] = async () => (server.listening ? { ok: true } : { ok: false, detail: 'not listening' });
    return server;
  };

  metrics.gauge('mayfly_held_polls', 'Requests that are held with wait right now', () => wakeup.waiting);
  metrics.gauge('mayfly_inbound_log_dropped', 'Delivery attempts not logged since the start', () => inboundLog.dropped);
  metrics.gaugeByState('mayfly_db_connections', 'Connections of the pool, and callers that wait for one', async () => {
    const { totalCount, idleCount, waitingCount } = database.pool;
    return { busy: totalCount - idleCount, idle: idleCount, waiting: waitingCount };
  });
  metrics.gaugeByState('mayfly_jobs', 'Background jobs: ready, due later, given up', () => countJobs(database));

  const authenticators: Authenticators = {
    mailbox: mailboxes.authenticate,
    guest: session.authenticate,
    user: auth.verifyToken,
    key: keys.verify,
    alert: (secret) => config.alertSecret !== null && sameSecret(secret, config.alertSecret),
    bank: bank.authenticate,
  };

  const tasks: Record<string, Task> = {
    housekeeping: async () => {
      await inboundLog.trim();
      await auth.removeExpired();
      await messages.turnRawSlots(RAW_SLOTS_AHEAD_HOURS);
      while (await mailboxes.expireSome());
      while (await session.expireSome());
    },
    'billing.settle': billing.settleEndedPeriods,
    [RECONCILE_TASK]: bank.reconcile,
    'domains.recheck': domains.recheckDue,
    [DELIVER_TASK]: sender.run,
    'webhooks.sweep': sender.sweep,
    'webhooks.prune': webhooks.prune,
    ...auth.tasks,
  };
  const cron: CronTask[] = [
    { task: 'housekeeping', schedule: '* * * * *' },
    { task: 'billing.settle', schedule: '* * * * *' },
    { task: RECONCILE_TASK, schedule: '*/5 * * * *' },
    { task: 'domains.recheck', schedule: '* * * * *' },
    { task: 'webhooks.sweep', schedule: '* * * * *' },
    { task: 'webhooks.prune', schedule: '*/10 * * * *' },
  ];

  async function buildHttp(): Promise<App> {
    const app = createHttpServer({
      publicUrl: config.publicUrl,
      trustProxy: config.trustProxy,
      log,
      metrics,
      limiter,
      authenticators,
    });
    await registerOpenApi(app, { publicUrl: config.publicUrl, version });
    await registerRoutes(app, {
      content,
      site,
      alerts,
      bank,
      billing,
      system,
      account,
      auth,
      keys,
      mailboxes,
      messages,
      otp,
      session,
      domains,
      filters,
      webhooks,
      entitlements,
      clock,
    });
    metricsRoute(app, metrics);
    inboundRoute(app, { recent: inboundLog.recent, domainNameOf: domains.heldName });
    openApiRoute(app);
    await registerDocs(app);
    await registerWebApp(app, { siteFor: site.siteFor });
    await app.ready();
    return app;
  }

  return {
    config,
    log,
    clock,
    database,
    metrics,
    wakeup,
    cursors,
    probes,
    /** For the console commands, which work without HTTP. */
    inboundLog,
    services: {
      billing,
      bank,
      content,
      site,
      system,
      account,
      auth,
      keys,
      mailboxes,
      messages,
      otp,
      session,
      domains,
      filters,
      webhooks,
    },
    outbox,
    sender,
    http: has('http') ? await buildHttp() : null,
    smtp: has('smtp') ? buildSmtp() : null,
    async startWorker() {
      const jobs = await startWorkerRole({ pool: database.pool, tasks, cron, log, metrics });
      sender.start();
      return {
        async stop() {
          await jobs.stop();
          await sender.stop();
        },
      };
    },
    async close() {
      await keys.stop();
      await mailReader.close();
      await wakeup.close();
      await outbound.close();
      dns.close();
      disk.close();
      alerts.close();
      await inboundLog.close();
      mailer.close();
      redis?.disconnect();
      redisSubscriber?.disconnect();
      await database.close();
    },
  };
}
