// What the doctor says about settings, certificate, ports, disk and DNS.

import type { AddressInfo } from 'node:net';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { type DnsServer, startDnsServer } from '../../test/support/dns-server.ts';
import { readConfig } from '../config.ts';
import { checkDatabase } from './doctor-database.ts';
import { checkDns } from './doctor-dns.ts';
import { answersHttp, answersSmtp, checkCertificate, checkDisk, checkPort, checkSettings } from './doctor-machine.ts';
import { findingLines, ok, problem } from './finding.ts';

const tls = (name: string) => fileURLToPath(new URL(`../../test/support/tls/${name}`, import.meta.url));
const states = (findings: readonly { state: string }[]) => findings.map(({ state }) => state);

describe('settings', () => {
  const good = { OUTBOUND_SMTP_URL: 'smtp://127.0.0.1:25', MAIL_FROM: 'a@b.example' };
  test.each<[string, Record<string, string>, string[]]>([
    ['complete', {}, ['ok']],
    ['no way for mail to leave', { OUTBOUND_SMTP_URL: '' }, ['ok', 'warning']],
    ['half a bank account', { BANK_BIN: '970436' }, ['ok', 'problem']],
    [
      'a bank account that nobody reports on',
      { BANK_BIN: '970436', BANK_ACCOUNT: '1', BANK_ACCOUNT_NAME: 'A' },
      ['ok', 'problem'],
    ],
    ['alerts without a chat', { ALERT_SECRET: '12345678' }, ['ok', 'warning']],
    ['open to the world, links to localhost', { HOST: '0.0.0.0' }, ['ok', 'warning']],
    ['http for the world', { PUBLIC_URL: 'http://mail.mayfly.net' }, ['ok', 'warning']],
  ])('%s', (_name, env, wanted) => {
    expect(states(checkSettings(readConfig({ ...good, ...env })))).toEqual(wanted);
  });
});

describe('certificate', () => {
  const check = (env: Record<string, string>, now = '2026-06-01') => checkCertificate(readConfig(env), new Date(now));
  const pair = { SMTP_TLS_CERT: tls('hooks.pem'), SMTP_TLS_KEY: tls('hooks.key.pem'), MX_HOST: 'hooks.example.test' };
  test.each<[string, Record<string, string>, string, string, string]>([
    ['right', {}, '2026-06-01', 'ok', 'valid until 2046-01-01'],
    ['near its end', {}, '2045-12-25', 'warning', 'ends on'],
    ['past its end', {}, '2046-02-01', 'problem', 'ended on'],
    ['before its start', {}, '2020-01-01', 'problem', 'not valid yet'],
    ['for another name', { MX_HOST: 'mx.elsewhere.test' }, '2026-06-01', 'warning', 'does not name'],
    ['with another key', { SMTP_TLS_KEY: tls('other.key.pem') }, '2026-06-01', 'problem', 'not the key'],
    ['that is not there', { SMTP_TLS_CERT: 'nowhere.pem' }, '2026-06-01', 'problem', 'ENOENT'],
  ])('%s', (_name, env, now, state, text) => {
    const finding = check({ ...pair, ...env }, now);
    expect([finding.state, finding.text]).toEqual([state, expect.stringContaining(text)]);
  });
  test('not set is a warning', () => {
    expect(check({}).state).toBe('warning');
  });
});

describe('ports', () => {
  let other: Server;
  let port: number;
  beforeAll(async () => {
    other = createServer((socket) => socket.end('220 other.example ESMTP\r\n'));
    await new Promise<void>((listening) => other.listen(0, '127.0.0.1', listening));
    port = (other.address() as AddressInfo).port;
  });
  afterAll(() => other.close());
  const check = (at: number, isOurs: (host: string, port: number) => Promise<boolean>) =>
    checkPort({ what: 'SMTP', host: '127.0.0.1', port: at, isOurs });

  test('taken by something else is a problem', async () => {
    expect((await check(port, (host, at) => answersSmtp(host, at, 'mx.mayfly.test'))).state).toBe('problem');
    expect((await checkPort({ what: 'HTTP', host: '127.0.0.1', port, isOurs: answersHttp })).state).toBe('problem');
  });
  test('taken by a Mayfly is right', async () => {
    expect((await check(port, (host, at) => answersSmtp(host, at, 'other.example'))).state).toBe('ok');
  });
  test('free, or chosen at the start, is right', async () => {
    expect((await check(0, async () => false)).state).toBe('ok');
  });
  test('an address that this machine does not have is a problem', async () => {
    const finding = await checkPort({ what: 'HTTP', host: '192.0.2.1', port: 8080, isOurs: async () => false });
    expect([finding.state, finding.text]).toEqual(['problem', expect.stringContaining('no such address')]);
  });
});

describe('DNS', () => {
  let server: DnsServer;
  beforeAll(async () => {
    server = await startDnsServer();
    server.set('mx.mayfly-mail.net', 'A', ['192.0.2.1']);
    server.set('right.net', 'MX', [{ exchange: 'mx.mayfly-mail.net', priority: 10 }]);
    server.set('wrong.net', 'MX', [{ exchange: 'mail.other.net', priority: 10 }]);
    server.set('none.net', 'A', ['192.0.2.2']);
    server.set('down.net', 'MX', 'servfail');
  });
  afterAll(() => server.close());
  const check = (domains: string[], mxName = 'mx.mayfly-mail.net') =>
    checkDns({ servers: [server.address], mxName, domains });

  test.each([
    ['right.net', 'ok'],
    ['wrong.net', 'problem'],
    ['none.net', 'problem'],
    ['down.net', 'warning'],
    ['mayfly.test', 'warning'],
  ])('%s is %s', async (domain, state) => {
    const [host, finding] = await check([domain]);
    expect([host?.state, finding?.state]).toEqual(['ok', state]);
  });
  test('an MX host without an address is a problem, and the record to add is named', async () => {
    const [host, finding] = await check(['wrong.net'], 'mx.nowhere.net');
    expect(host?.state).toBe('problem');
    expect(finding?.todo).toBe('Add the record: wrong.net. MX 10 mx.nowhere.net.');
  });
});

test('disk and database are looked at', async () => {
  expect(checkDisk(tmpdir()).text).toContain('GB free');
  const look = await checkDatabase(inject('serverUrl'), false);
  expect(look.findings.map(({ check }) => check)).toEqual(['database', 'clock', 'migrations']);
  const gone = await checkDatabase('postgresql://127.0.0.1:9/none', false);
  expect([gone.usable, states(gone.findings)]).toEqual([false, ['problem']]);
});

test('a line says how it is, and the next what to do', () => {
  expect(findingLines([ok('disk', 'fine'), problem('MX', 'wrong', 'Do it.')])).toBe(
    'ok       disk  fine\nproblem  MX    wrong\n               → Do it.',
  );
});
