// DNS answers with a real server: found, proven absence, and silence.

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type DnsServer, startDnsServer } from '../../test/support/dns-server.ts';
import { createDns, type Dns } from './dns.ts';

let server: DnsServer;
let dns: Dns;

beforeAll(async () => {
  server = await startDnsServer();
  dns = createDns({ servers: [server.address], timeoutMs: 600 });
});
afterAll(async () => {
  dns.close();
  await server.close();
});
beforeEach(() => {
  server.failAll(null);
  server.queries.length = 0;
});

describe('records', () => {
  test('TXT pieces of one record are joined, records are kept apart', async () => {
    server.set('txt.test', 'TXT', ['x'.repeat(400), 'mayfly-verify=abc']);
    const answer = await dns.txt('txt.test');
    expect(answer).toEqual({ kind: 'found', records: expect.arrayContaining(['x'.repeat(400), 'mayfly-verify=abc']) });
  });

  test('an answer too long for UDP arrives over TCP', async () => {
    const records = Array.from({ length: 40 }, (_, i) => `${i}-`.padEnd(200, 'x'));
    server.set('long.test', 'TXT', records);
    expect(await dns.txt('long.test')).toEqual({ kind: 'found', records: expect.arrayContaining(records) });
  });

  test('MX hosts come lowest priority first, in lower case', async () => {
    server.set('mx.test', 'MX', [
      { exchange: 'Backup.Example.test', priority: 20 },
      { exchange: 'MX.Example.test', priority: 10 },
    ]);
    expect(await dns.mx('mx.test')).toEqual({
      kind: 'found',
      records: [
        { exchange: 'mx.example.test', priority: 10 },
        { exchange: 'backup.example.test', priority: 20 },
      ],
    });
  });

  test('lookup gives A and AAAA together, through a CNAME', async () => {
    server.set('real.test', 'A', ['192.0.2.1', '192.0.2.2']);
    server.set('real.test', 'AAAA', ['2001:db8::1']);
    server.set('alias.test', 'CNAME', ['real.test']);
    const answer = await dns.lookup('alias.test');
    expect(answer.kind === 'found' && answer.records.map(({ address }) => address).sort()).toEqual([
      '192.0.2.1',
      '192.0.2.2',
      '2001:db8::1',
    ]);
  });

  test('lookup gives the addresses that were found though the other family did not answer', async () => {
    server.set('half.test', 'A', ['192.0.2.1']);
    server.set('half.test', 'AAAA', 'servfail');
    expect(await dns.lookup('half.test')).toEqual({ kind: 'found', records: [{ address: '192.0.2.1', family: 4 }] });
  });
});

describe('absence', () => {
  test('NXDOMAIN is proven absence', async () => {
    expect(await dns.mx('nowhere.test')).toEqual({ kind: 'absent', reason: 'nxdomain' });
  });

  test('NODATA is proven absence', async () => {
    server.set('a-only.test', 'A', ['192.0.2.1']);
    expect(await dns.mx('a-only.test')).toEqual({ kind: 'absent', reason: 'nodata' });
  });

  test('lookup of a name without addresses is proven absence', async () => {
    server.set('txt-only.test', 'TXT', ['x']);
    expect(await dns.lookup('txt-only.test')).toEqual({ kind: 'absent', reason: 'nodata' });
  });

  test.each(['servfail', 'refused', 'silent'] as const)('%s proves nothing', async (failure) => {
    server.failAll(failure);
    const started = performance.now();
    expect(await dns.mx('anything.test')).toMatchObject({ kind: 'unanswered' });
    expect(await dns.lookup('anything.test')).toMatchObject({ kind: 'unanswered' });
    expect(performance.now() - started).toBeLessThan(3000);
  });

  test('a server that is not there proves nothing', async () => {
    const nobody = createDns({ servers: ['127.0.0.1:1'], timeoutMs: 300 });
    expect(await nobody.txt('anything.test')).toMatchObject({ kind: 'unanswered' });
    nobody.close();
  });

  test('one family absent and the other unanswered proves nothing', async () => {
    server.set('mixed.test', 'A', 'nodata');
    server.set('mixed.test', 'AAAA', 'servfail');
    expect(await dns.lookup('mixed.test')).toMatchObject({ kind: 'unanswered' });
  });

  test('every question is asked anew: a changed record shows at once', async () => {
    server.script('turning.test', 'TXT', [['before'], ['after']]);
    await dns.txt('turning.test');
    expect(await dns.txt('turning.test')).toEqual({ kind: 'found', records: ['after'] });
  });
});

describe('mailResolver', () => {
  test('answers in the shape of node’s resolve', async () => {
    server.set('spf.test', 'TXT', ['v=spf1 -all']);
    expect(await dns.mailResolver(1000)('spf.test', 'TXT')).toEqual([['v=spf1 -all']]);
  });

  test.each([
    ['absent.test', 'ENOTFOUND'],
    ['empty.test', 'ENODATA'],
    ['broken.test', 'ESERVFAIL'],
  ])('%s fails with the code %s that mailauth expects', async (name, code) => {
    server.set('empty.test', 'A', ['192.0.2.1']);
    server.set('broken.test', 'TXT', 'servfail');
    await expect(dns.mailResolver(1000)(name, 'TXT')).rejects.toMatchObject({ code });
  });

  test('a second message asks nothing that the first one asked', async () => {
    server.set('kept.test', 'TXT', ['v=DMARC1; p=none']);
    await Promise.all([dns.mailResolver(1000)('kept.test', 'TXT'), dns.mailResolver(1000)('Kept.test', 'TXT')]);
    await dns.mailResolver(1000)('kept.test', 'TXT');
    expect(server.queries.filter((query) => query === 'TXT kept.test')).toHaveLength(1);
  });

  test('all questions of a message share one time budget', async () => {
    server.failAll('silent');
    const resolve = dns.mailResolver(200);
    const started = performance.now();
    await expect(resolve('slow1.test', 'TXT')).rejects.toMatchObject({ code: 'ETIMEOUT' });
    await expect(resolve('slow2.test', 'TXT')).rejects.toMatchObject({ code: 'ETIMEOUT' });
    expect(performance.now() - started).toBeLessThan(450);
  });
});
