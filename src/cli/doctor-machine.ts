// The doctor's look at settings and at this machine: disk, ports, certificate.

import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync, statfsSync } from 'node:fs';
import { connect, createServer, isIP } from 'node:net';
import type { Config } from '../config.ts';
import { type Finding, ok, problem, warning } from './finding.ts';
import { listenLine } from './listen-error.ts';

const DAY_MS = 86_400_000;
const GIGABYTE = 1_000_000_000;

export function checkSettings(config: Config): Finding[] {
  const findings: Finding[] = [ok('settings', 'every value can be read')];
  const publicHost = new URL(config.publicUrl).hostname;
  const local = /^(localhost|127\.|\[::1\])/.test(publicHost);
  if (local && !/^(127\.|::1$|localhost$)/.test(config.host)) {
    findings.push(
      warning('settings', `links point to ${config.publicUrl}`, 'Set PUBLIC_URL to the address that people use.'),
    );
  }
  if (!local && config.publicUrl.startsWith('http:')) {
    findings.push(
      warning(
        'settings',
        'PUBLIC_URL is not https',
        'Put a reverse proxy with TLS in front and set PUBLIC_URL to https://….',
      ),
    );
  }
  if (config.outboundSmtpUrl === null) {
    findings.push(
      warning(
        'settings',
        'no way for mail to leave',
        'Set OUTBOUND_SMTP_URL and MAIL_FROM, or sign-up and reset links are only in the log.',
      ),
    );
  }
  if (config.alertSecret !== null && config.alertChatUrl === null) {
    findings.push(warning('settings', 'alerts are taken and go nowhere', 'Set ALERT_CHAT_URL.'));
  }
  const bank = [config.bankBin, config.bankAccount, config.bankAccountName].filter((value) => value !== null).length;
  if (bank > 0 && bank < 3) {
    findings.push(
      problem(
        'settings',
        'the bank account is incomplete, so bank transfer is off',
        'Set all of BANK_BIN, BANK_ACCOUNT, BANK_ACCOUNT_NAME.',
      ),
    );
  }
  if (bank === 3 && config.bankApiKey === null) {
    findings.push(
      problem(
        'settings',
        'nobody can report bank transfers',
        'Set BANK_API_KEY to the key that the bank callback sends.',
      ),
    );
  }
  return findings;
}

export function checkDisk(dataDir: string): Finding {
  try {
    const { bavail, blocks, bsize } = statfsSync(dataDir);
    const free = bavail * bsize;
    const text = `${(free / GIGABYTE).toFixed(1)} GB free (${Math.round((bavail / blocks) * 100)} %) where DATA_DIR is`;
    if (free < GIGABYTE) return problem('disk', text, 'Make room: mail is deferred when the disk is full.');
    if (free < 5 * GIGABYTE && bavail / blocks < 0.1) return warning('disk', text, 'Make room soon.');
    return ok('disk', text);
  } catch (error) {
    return warning('disk', `DATA_DIR cannot be looked at: ${(error as Error).message}`, 'Check DATA_DIR.');
  }
}

/** A port is right when it is free, or when a Mayfly answers there. */
export async function checkPort(options: {
  what: 'HTTP' | 'SMTP';
  host: string;
  port: number;
  isOurs: (host: string, port: number) => Promise<boolean>;
}): Promise<Finding> {
  const { what, host, port } = options;
  const check = `port ${what}`;
  if (port === 0) return ok(check, 'a free one is chosen at every start');
  const error = await tryListen(host, port);
  if (error === null) return ok(check, `${host}:${port} is free; no service is running there`);
  const [hostVariable, portVariable] = what === 'HTTP' ? ['HOST', 'PORT'] : ['SMTP_HOST', 'SMTP_PORT'];
  if (error.code === 'EADDRINUSE') {
    if (await options.isOurs(isIP(host) === 6 ? `[${host}]` : host, port))
      return ok(check, `Mayfly answers at ${host}:${port}`);
    return problem(check, `${host}:${port} is taken by something else`, `Stop it, or set ${portVariable}.`);
  }
  return problem(
    check,
    listenLine(error, what, hostVariable, portVariable, host, port),
    `Set ${hostVariable} or ${portVariable}.`,
  );
}

function tryListen(host: string, port: number): Promise<NodeJS.ErrnoException | null> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once('error', resolve);
    server.listen({ host, port, exclusive: true }, () => server.close(() => resolve(null)));
  });
}

const reachable = (host: string) => host.replace(/^0\.0\.0\.0$/, '127.0.0.1').replace(/^\[::\]$/, '[::1]');

export async function answersHttp(host: string, port: number): Promise<boolean> {
  try {
    const response = await fetch(`http://${reachable(host)}:${port}/healthz`, { signal: AbortSignal.timeout(2_000) });
    return response.headers.has('x-trace-id') && (await response.text()).includes('"status":"ok"');
  } catch {
    return false;
  }
}

export function answersSmtp(host: string, port: number, mxName: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: reachable(host).replace(/[[\]]/g, ''), port });
    const done = (answer: boolean) => {
      socket.destroy();
      resolve(answer);
    };
    socket.setTimeout(2_000, () => done(false));
    socket.once('error', () => done(false));
    socket.once('data', (line) => done(line.toString('latin1').startsWith(`220 ${mxName}`)));
  });
}

export function checkCertificate(config: Config, now: Date): Finding {
  const check = 'certificate';
  const { smtpTlsCert, smtpTlsKey, mxName } = config;
  if (smtpTlsCert === null || smtpTlsKey === null) {
    return warning(
      check,
      'STARTTLS is not offered',
      'Set SMTP_TLS_CERT and SMTP_TLS_KEY; some senders deliver only over TLS.',
    );
  }
  let certificate: X509Certificate;
  let fits: boolean;
  try {
    certificate = new X509Certificate(readFileSync(smtpTlsCert));
    fits = certificate.checkPrivateKey(createPrivateKey(readFileSync(smtpTlsKey)));
  } catch (error) {
    return problem(
      check,
      `cannot be used: ${(error as Error).message}`,
      'SMTP_TLS_CERT and SMTP_TLS_KEY take PEM files.',
    );
  }
  const { validFromDate, validToDate } = certificate;
  const until = validToDate.toISOString().slice(0, 10);
  if (!fits)
    return problem(check, 'SMTP_TLS_KEY is not the key of SMTP_TLS_CERT', 'Give the two files of one certificate.');
  if (validToDate < now) return problem(check, `ended on ${until}`, 'Renew it; TLS senders cannot deliver.');
  if (validFromDate > now) return problem(check, 'is not valid yet', 'Check the clock, or the certificate.');
  if (certificate.checkHost(mxName) === undefined) {
    return warning(
      check,
      `does not name ${mxName}`,
      'Strict senders (MTA-STS, DANE) refuse it. Get one for the MX host.',
    );
  }
  if (validToDate.getTime() - now.getTime() < 14 * DAY_MS) {
    return warning(check, `ends on ${until}`, 'Renew it now.');
  }
  return ok(check, `names ${mxName}, valid until ${until}`);
}
