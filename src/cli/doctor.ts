// `mayfly doctor`: looks at everything that a running service needs and says of each whether it is right, and what to do.

import { once } from 'node:events';
import { createLog } from '../infra/log.ts';
import { connectRedis } from '../infra/redis.ts';
import { command } from './command.ts';
import type { Context } from './context.ts';
import { checkDatabase, checkServices } from './doctor-database.ts';
import { checkDns } from './doctor-dns.ts';
import { answersHttp, answersSmtp, checkCertificate, checkDisk, checkPort, checkSettings } from './doctor-machine.ts';
import { type Finding, findingLines, ok, problem } from './finding.ts';

export const doctorCommand = command({
  name: 'doctor',
  usage: '',
  summary: 'look at everything the service needs; each line ok, warning or problem',
  details:
    'Ends with status 1 when there is a problem. Changes nothing that is there, and may be run while the service runs.',
  async run(call) {
    const findings = await examine(call);
    const count = (state: string) => findings.filter((finding) => finding.state === state).length;
    const problems = count('problem');
    const total = `ok: ${count('ok')}, warnings: ${count('warning')}, problems: ${problems}`;
    return { json: { findings, problems }, text: `${findingLines(findings)}\n\n${total}`, failed: problems > 0 };
  },
});

async function examine({ config, openDatabase, open, progress }: Context): Promise<Finding[]> {
  const findings = checkSettings(config);
  progress('Looking at the database');
  let usable = false;
  try {
    const source = await openDatabase();
    const look = await checkDatabase(source.url, config.databaseUrl === null);
    findings.push(...look.findings);
    usable = look.usable;
  } catch (error) {
    findings.push(problem('database', (error as Error).message, 'Nothing works without it; this comes first.'));
  }
  // A server of its own is looked after where it runs.
  if (config.databaseUrl === null) findings.push(checkDisk(config.dataDir));
  let domains: readonly string[] = config.mailDomains;
  if (usable) {
    const assembly = await open();
    findings.push(...(await checkServices(assembly)));
    domains = await assembly.services.mailboxes.activePublicDomains();
  }
  if (config.redisUrl !== null) findings.push(await checkRedis(config.redisUrl));
  findings.push(...(await checkPorts(config)));
  if (config.roles.includes('smtp')) findings.push(checkCertificate(config, new Date()));
  progress('Looking at DNS');
  findings.push(...(await checkDns({ servers: config.dnsServers, mxName: config.mxName, domains })));
  return findings;
}

async function checkPorts(config: Context['config']): Promise<Finding[]> {
  const { host, port, smtpHost, smtpPort, mxName } = config;
  const isMx = (at: string, of: number) => answersSmtp(at, of, mxName);
  return [
    ...(config.roles.includes('http') ? [await checkPort({ what: 'HTTP', host, port, isOurs: answersHttp })] : []),
    ...(config.roles.includes('smtp')
      ? [await checkPort({ what: 'SMTP', host: smtpHost, port: smtpPort, isOurs: isMx })]
      : []),
  ];
}

async function checkRedis(url: string): Promise<Finding> {
  const redis = await connectRedis(url, createLog('silent'));
  try {
    await once(redis, 'ready', { signal: AbortSignal.timeout(3_000) });
    await redis.ping();
    return ok('Redis', 'answers');
  } catch (error) {
    return problem(
      'Redis',
      (error as Error).message,
      'Check REDIS_URL; meanwhile waits across processes end only by their time.',
    );
  } finally {
    redis.disconnect();
  }
}
