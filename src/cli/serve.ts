// `mayfly serve`: brings the parts up in order, says in plain lines what is going on, and takes them down in order.

import { isIP } from 'node:net';
import { PerformanceObserver } from 'node:perf_hooks';
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { type Assembly, assemble } from '../assemble.ts';
import { type Config, loadConfig } from '../config.ts';
import { migrate } from '../infra/db/migrate.ts';
import { openDatabase } from '../infra/db/open.ts';
import { createLog, type Log } from '../infra/log.ts';
import { systemClock } from '../lib/clock.ts';
import type { App } from '../lib/route.ts';
import { checkCertificate } from './certificate.ts';
import { command } from './command.ts';
import { ListenError, listenLine } from './listen-error.ts';

const STOP_DEADLINE_MS = 9_500;
/** For requests under way; a client that has not sent all of its request by then never will in time. */
const HTTP_PATIENCE_MS = 5_000;

interface Running {
  readonly httpPort: number | null;
  readonly smtpPort: number | null;
  stop(): Promise<void>;
}

/** Starts every role of the configuration. Whatever started is taken down again when a later step fails. */
async function start(config: Config, log: Log, say: (line: string) => void): Promise<Running> {
  const undo: (() => Promise<void>)[] = [];
  const stop = async () => {
    for (const step of undo.splice(0).reverse()) {
      await step().catch((error) => log.warn({ err: error }, 'a part did not stop cleanly'));
    }
  };
  try {
    const source = await openDatabase({ databaseUrl: config.databaseUrl, dataDir: config.dataDir, onProgress: say });
    undo.push(() => source.stop());
    await migrate(source.url, say);
    const assembly = await assemble({ config, databaseUrl: source.url, log, clock: systemClock });
    undo.push(() => assembly.close());

    if (config.roles.includes('worker')) {
      const worker = await assembly.startWorker();
      undo.push(() => worker.stop());
    }
    // The listeners stop side by side: a slow client of one must not keep the other from its own farewell.
    const listeners: (() => Promise<void>)[] = [];
    undo.push(async () => {
      for (const outcome of await Promise.allSettled(listeners.map((close) => close()))) {
        if (outcome.status === 'rejected') log.warn({ err: outcome.reason }, 'a listener did not stop cleanly');
      }
    });
    let smtpPort: number | null = null;
    const { smtp } = assembly;
    if (smtp) {
      listeners.push(() => smtp.close());
      smtpPort = await smtp.listen(config.smtpHost, config.smtpPort).catch((error) => {
        throw new ListenError(listenLine(error, 'SMTP', 'SMTP_HOST', 'SMTP_PORT', config.smtpHost, config.smtpPort));
      });
      say(`Mayfly takes mail at ${config.smtpHost}:${smtpPort} for ${await offeredDomains(assembly)}`);
    }
    let httpPort: number | null = null;
    const { http } = assembly;
    if (http) {
      listeners.push(async () => {
        assembly.wakeup.releaseAll();
        await closeHttp(http);
      });
      await listenHttp(http, config.host, config.port).catch((error) => {
        throw new ListenError(listenLine(error, 'HTTP', 'HOST', 'PORT', config.host, config.port));
      });
      httpPort = portOf(http.server.address());
      say(`Mayfly answers at http://${hostInUrl(config.host)}:${httpPort} (API at /api/v1, reference at /docs)`);
    }
    if (config.outboundSmtpUrl === null) {
      say('Mail is off: sign-up and password-reset links are written to this log. OUTBOUND_SMTP_URL turns it on.');
    }
    return { httpPort, smtpPort, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Connections that may wait to be taken: one more is lost, and comes again a second later. */
const HTTP_BACKLOG = 4_096;
const SHOWN_DOMAINS = 5;

/** As they are in the database: MAIL_DOMAINS counts at the first start only. */
async function offeredDomains({ services }: Assembly): Promise<string> {
  const domains = await services.mailboxes.activePublicDomains();
  if (domains.length === 0) return 'no public domain (mayfly domains add DOMAIN)';
  const more = domains.length - SHOWN_DOMAINS;
  return `${domains.slice(0, SHOWN_DOMAINS).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/** Without Fastify's own log line about it: the line for people says the same. */
async function listenHttp(http: App, host: string, port: number): Promise<void> {
  const { level } = http.log;
  http.log.level = 'silent';
  await http.listen({ host, port, backlog: HTTP_BACKLOG }).finally(() => {
    http.log.level = level;
  });
}

async function closeHttp(http: App): Promise<void> {
  const cut = setTimeout(() => http.server.closeAllConnections(), HTTP_PATIENCE_MS);
  await http.close().finally(() => clearTimeout(cut));
}

const hostInUrl = (host: string): string => (isIP(host) === 6 ? `[${host}]` : host);

const portOf = (address: string | { port: number } | null): number =>
  typeof address === 'object' && address !== null ? address.port : 0;

async function serve(): Promise<void> {
  const config = loadConfig();
  checkCertificate(config);
  const log = createLog(config.logLevel);
  const say = (line: string) => console.log(line);
  let stopping = false;
  let running: Running | null = null;
  const end = (signal: string) => {
    if (stopping) return;
    stopping = true;
    say(`${signal} received, stopping`);
    setTimeout(() => {
      log.error('parts did not stop in time; leaving');
      process.exit(1);
    }, STOP_DEADLINE_MS).unref();
    // A signal during the start waits for the start to end, one way or the other.
    void started.then(async () => {
      await running?.stop();
      process.exit(0);
    });
  };
  process.on('SIGTERM', () => end('SIGTERM'));
  process.on('SIGINT', () => end('SIGINT'));
  const started = start(config, log, say).then(
    (value) => {
      running = value;
    },
    (error: unknown) => {
      if (!stopping) throw error;
    },
  );
  await started;
  collectGarbageOfStart();
  growYoungGeneration();
}

const QUIET_MS = 1_000;
const QUIET_LOAD = 0.2;

/** What starting left behind would stay for as long as nobody comes: V8 collects when it allocates. A service at work does so anyway. */
function collectGarbageOfStart(): void {
  const began = performance.eventLoopUtilization();
  setTimeout(() => {
    if (performance.eventLoopUtilization(began).utilization > QUIET_LOAD) return;
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as NonNullable<typeof gc>;
    setFlagsFromString('--no-expose-gc');
    collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
  }, QUIET_MS).unref();
}

const YOUNG_MAX_BYTES = 16 * 1024 * 1024;

/**
 * The start is over: from here on the young generation may grow with the load (see bin/mayfly.js), up to a point. V8 would go on
 * and keep what it took, which makes nothing faster and costs a crowd of held polls 30 to 50 MB.
 */
function growYoungGeneration(): void {
  setFlagsFromString('--semi-space-growth-factor=2');
  const collections = new PerformanceObserver(() => {
    const young = getHeapSpaceStatistics().find((space) => space.space_name === 'new_space');
    if (!young || young.space_size < YOUNG_MAX_BYTES) return;
    setFlagsFromString('--semi-space-growth-factor=1');
    collections.disconnect();
  });
  collections.observe({ entryTypes: ['gc'] });
}

export const serveCommand = command({
  name: 'serve',
  usage: '',
  summary: 'run the service (the default)',
  async run() {
    await serve();
    return undefined;
  },
});
