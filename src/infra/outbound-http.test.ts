// Webhooks go out only to public addresses, whatever the URL and DNS say, and no endpoint can hold or flood the sender.

import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type DnsServer, startDnsServer } from '../../test/support/dns-server.ts';
import { FORBIDDEN_URLS } from '../../test/support/forbidden-urls.ts';
import { startTlsEndpoint, type TlsEndpoint, testCa } from '../../test/support/tls-endpoint.ts';
import { type CidrList, parseCidrs } from '../lib/cidr.ts';
import { createDns, type Dns } from './dns.ts';
import { createOutboundHttp, type OutboundHttp, type OutboundPost } from './outbound-http.ts';

const HELLO: OutboundPost = { headers: { 'content-type': 'application/json' }, body: '{"hello":1}', timeoutMs: 5000 };

let names: DnsServer;
let dns: Dns;
/** As in production: nothing private is allowed. */
let guarded: OutboundHttp;
/** As with WEBHOOK_ALLOW_CIDRS=127.0.0.1/32. */
let allowed: OutboundHttp;
let endpoint: TlsEndpoint;

function networks(...items: string[]): CidrList {
  const parsed = parseCidrs(items);
  if (!parsed.ok) throw new Error(parsed.item);
  return parsed.list;
}

beforeAll(async () => {
  names = await startDnsServer();
  dns = createDns({ servers: [names.address], timeoutMs: 800 });
  guarded = createOutboundHttp({ allowCidrs: [], dns, ca: testCa });
  allowed = createOutboundHttp({ allowCidrs: networks('127.0.0.1/32'), dns, ca: testCa });
  endpoint = await startTlsEndpoint();
  names.set('hooks.example.test', 'A', ['127.0.0.1']);
  names.set('public.example.test', 'A', ['1.1.1.1']);
  names.set('public.example.test', 'AAAA', ['2606:4700:4700::1111']);
});
afterEach(() => {
  endpoint.answer({ kind: 'reply', status: 204 });
  endpoint.requests.length = 0;
});
afterAll(async () => {
  await Promise.all([guarded.close(), allowed.close()]);
  await endpoint.close();
  dns.close();
  await names.close();
});

describe('checkUrl takes', () => {
  test.each([
    'https://public.example.test/',
    'https://public.example.test:443/hook?x=1',
    'https://PUBLIC.Example.test:8443/hook',
    'https://public.example.test./hook',
    'https://public.example.test/a@b',
    'https://1.1.1.1/',
    'https://[2606:4700:4700::1111]:8443/',
  ])('%s', async (url) => {
    expect(await guarded.checkUrl(url)).toEqual({ ok: true });
  });
});

describe('refused when saved and when posted to', () => {
  beforeAll(() => {
    names.set('loopback.example.test', 'A', ['127.0.0.1']);
    names.set('loopback6.example.test', 'AAAA', ['::1']);
    names.set('mapped.example.test', 'AAAA', ['::ffff:127.0.0.1']);
    names.set('alias.example.test', 'CNAME', ['loopback.example.test']);
    names.set('private.example.test', 'A', ['10.0.0.1']);
    names.set('metadata.google.internal', 'A', ['169.254.169.254']);
    names.set('partly.example.test', 'A', ['1.1.1.1', '10.0.0.1']);
    names.set('partly6.example.test', 'A', ['1.1.1.1']);
    names.set('partly6.example.test', 'AAAA', ['fd00::1']);
    names.set('broken.example.test', 'A', 'servfail');
    names.set('broken.example.test', 'AAAA', 'servfail');
    names.set('silent.example.test', 'A', 'silent');
    names.set('silent.example.test', 'AAAA', 'silent');
  });

  test('the table has at least 60 spellings', () => {
    expect(new Set(FORBIDDEN_URLS).size).toBeGreaterThanOrEqual(60);
  });

  test.each(FORBIDDEN_URLS)('%j', async (url) => {
    expect(await guarded.checkUrl(url)).toEqual({ ok: false, reason: expect.stringMatching(/\w/) });
    expect(await guarded.post(url, HELLO)).toMatchObject({
      kind: 'failure',
      error: expect.not.stringMatching('timed out'),
    });
  });

  // The refusals above are of addresses where mostly nobody listens; here somebody does.
  test('no byte reaches a listener on loopback', async () => {
    const before = endpoint.connections();
    for (const host of ['127.0.0.1', 'localhost', '0x7f.1', '2130706433', 'hooks.example.test']) {
      await guarded.post(endpoint.url(host), HELLO);
    }
    expect(endpoint.connections()).toBe(before);
  });

  test('the reason never says what is inside', async () => {
    const result = await guarded.checkUrl('https://private.example.test/');
    expect(result).toEqual({ ok: false, reason: 'the host is not at a public address' });
  });
});

describe('names that change their answer', () => {
  test('public when saved and private when connected to: nothing is sent', async () => {
    names.script('rebind.example.test', 'A', [['1.1.1.1'], ['127.0.0.1']]);
    names.set('rebind.example.test', 'AAAA', 'nodata');
    const url = 'https://rebind.example.test/hook';
    expect(await guarded.checkUrl(url)).toEqual({ ok: true });
    expect(await guarded.post(url, HELLO)).toMatchObject({ error: 'the host is not at a public address' });
  });

  test('the address that was checked is the one connected to: the name is resolved once per connection', async () => {
    names.script('flip.hooks.example.test', 'A', [['127.0.0.1'], ['127.0.0.2']]);
    names.set('flip.hooks.example.test', 'AAAA', 'nodata');
    names.queries.length = 0;
    expect(await allowed.post(endpoint.url('flip.hooks.example.test'), HELLO)).toMatchObject({ status: 204 });
    expect(names.queries.filter((query) => query === 'A flip.hooks.example.test')).toHaveLength(1);
  });

  test('every new connection is checked, not only the first', async () => {
    const fresh = createOutboundHttp({ allowCidrs: networks('127.0.0.1/32'), dns, ca: testCa });
    names.script('later.hooks.example.test', 'A', [['127.0.0.1'], ['127.0.0.2']]);
    names.set('later.hooks.example.test', 'AAAA', 'nodata');
    endpoint.answer({ kind: 'reply', status: 204, headers: { connection: 'close' } });
    const url = endpoint.url('later.hooks.example.test');
    expect(await fresh.post(url, HELLO)).toMatchObject({ status: 204 });
    expect(await fresh.post(url, HELLO)).toMatchObject({ error: 'the host is not at a public address' });
    await fresh.close();
  });
});

describe('WEBHOOK_ALLOW_CIDRS', () => {
  test('opens its addresses, on any port', async () => {
    expect(await allowed.checkUrl(endpoint.url('127.0.0.1'))).toEqual({ ok: true });
    expect(await allowed.checkUrl(endpoint.url('hooks.example.test'))).toEqual({ ok: true });
  });

  test('opens no other private address', async () => {
    expect(await allowed.checkUrl('https://127.0.0.2/')).toMatchObject({ ok: false });
    expect(await allowed.checkUrl('https://[::1]/')).toMatchObject({ ok: false });
  });

  test('does not open other ports of public addresses', async () => {
    expect(await allowed.checkUrl('https://public.example.test:9000/')).toMatchObject({ ok: false });
  });

  test('does not make http right', async () => {
    expect(await allowed.checkUrl('http://127.0.0.1/')).toMatchObject({ ok: false });
  });
});

describe('post', () => {
  test('sends headers and body to the path, with the host’s name in SNI', async () => {
    const url = `${endpoint.url('hooks.example.test', '/in/box')}?a=1#part`;
    const result = await allowed.post(url, { ...HELLO, headers: { 'webhook-id': 'msg_1' } });
    expect(result).toEqual({ kind: 'response', status: 204, durationMs: expect.any(Number) });
    expect(endpoint.requests).toEqual([
      expect.objectContaining({
        method: 'POST',
        url: '/in/box?a=1',
        body: HELLO.body,
        servername: 'hooks.example.test',
      }),
    ]);
    expect(endpoint.requests[0]?.headers).toMatchObject({ 'webhook-id': 'msg_1', 'content-length': '11' });
  });

  test('reaches an address literal that the certificate names', async () => {
    expect(await allowed.post(endpoint.url('127.0.0.1'), HELLO)).toMatchObject({ status: 204 });
  });

  test('ignores proxies of the environment', async () => {
    const saved = { ...process.env };
    Object.assign(process.env, { HTTPS_PROXY: 'http://127.0.0.1:1', https_proxy: 'http://127.0.0.1:1' });
    try {
      expect(await allowed.post(endpoint.url('127.0.0.1'), HELLO)).toMatchObject({ status: 204 });
    } finally {
      process.env = saved;
    }
  });

  test('uses connections again', async () => {
    const before = endpoint.connections();
    const fresh = createOutboundHttp({ allowCidrs: networks('127.0.0.1/32'), dns, ca: testCa });
    for (let i = 0; i < 10; i++) await fresh.post(endpoint.url('127.0.0.1'), HELLO);
    // Two: one may still be settling when the second request comes.
    expect(endpoint.connections() - before).toBeLessThanOrEqual(2);
    await fresh.close();
  });

  test.each([301, 302, 303, 307, 308])('reports a %i and does not follow it', async (status) => {
    endpoint.answer({ kind: 'reply', status, headers: { location: endpoint.url('127.0.0.1', '/elsewhere') } });
    expect(await allowed.post(endpoint.url('127.0.0.1'), HELLO)).toMatchObject({ kind: 'response', status });
    expect(endpoint.requests).toHaveLength(1);
  });

  test('hands on Retry-After', async () => {
    endpoint.answer({ kind: 'reply', status: 503, headers: { 'retry-after': '120' } });
    expect(await allowed.post(endpoint.url('127.0.0.1'), HELLO)).toMatchObject({ status: 503, retryAfter: '120' });
  });

  test('refuses a header that would smuggle another', async () => {
    const headers = { 'x-a': 'b\r\nx-c: d' };
    expect(await allowed.post(endpoint.url('127.0.0.1'), { ...HELLO, headers })).toMatchObject({ kind: 'failure' });
    expect(endpoint.requests).toHaveLength(0);
  });
});

describe('certificates', () => {
  test('for another name are refused', async () => {
    const other = await startTlsEndpoint({ certificate: 'other' });
    const result = await allowed.post(other.url('hooks.example.test'), HELLO);
    expect(result).toMatchObject({ kind: 'failure', error: 'the certificate is for another name' });
    expect(other.requests).toHaveLength(0);
    await other.close();
  });

  test('of an unknown authority are refused', async () => {
    const strict = createOutboundHttp({ allowCidrs: networks('127.0.0.1/32'), dns });
    const result = await strict.post(endpoint.url('hooks.example.test'), HELLO);
    expect(result).toMatchObject({ kind: 'failure', error: 'the certificate is not from a trusted authority' });
    await strict.close();
  });
});

describe('bad endpoints', () => {
  const quick: OutboundPost = { ...HELLO, timeoutMs: 400 };

  test.each([
    ['that never answers', { kind: 'hang' }],
    ['that drips its headers', { kind: 'drip-headers', everyMs: 20 }],
  ] as const)('one %s costs the deadline and no more', async (_name, answer) => {
    endpoint.answer(answer);
    const result = await allowed.post(endpoint.url('127.0.0.1'), quick);
    expect(result).toMatchObject({ kind: 'failure', error: 'timed out' });
    expect(result.durationMs).toBeLessThan(1500);
  });

  test('a body that drips for ever does not outlast the deadline, and the status counts', async () => {
    endpoint.answer({ kind: 'drip-body', status: 200, everyMs: 20 });
    const result = await allowed.post(endpoint.url('127.0.0.1'), quick);
    expect(result).toMatchObject({ kind: 'response', status: 200 });
    expect(result.durationMs).toBeLessThan(1500);
  });

  test('an endless body is cut off after a little', async () => {
    endpoint.answer({ kind: 'endless', status: 200 });
    const before = endpoint.bytesSent();
    const result = await allowed.post(endpoint.url('127.0.0.1'), { ...HELLO, maxResponseBytes: 1024 });
    expect(result).toMatchObject({ kind: 'response', status: 200 });
    await new Promise((resolve) => setTimeout(resolve, 100));
    const sent = endpoint.bytesSent() - before;
    await new Promise((resolve) => setTimeout(resolve, 100));
    // What the kernel's buffers held when the connection was cut; afterwards nothing more.
    expect(sent).toBeLessThan(16 * 1024 * 1024);
    expect(endpoint.bytesSent() - before).toBe(sent);
  });

  test('a compressed bomb is not unpacked', async () => {
    endpoint.answer({ kind: 'gzip-bomb', status: 200 });
    const bomb = () => allowed.post(endpoint.url('127.0.0.1'), { ...HELLO, maxResponseBytes: 1_000_000 });
    await bomb();
    const before = process.memoryUsage().rss;
    expect(await bomb()).toMatchObject({ kind: 'response', status: 200 });
    expect(process.memoryUsage().rss - before).toBeLessThan(60 * 1024 * 1024);
    expect(endpoint.requests[0]?.headers).not.toHaveProperty('accept-encoding');
  });

  test('endless headers are a failure', async () => {
    endpoint.answer({ kind: 'endless-headers' });
    const result = await allowed.post(endpoint.url('127.0.0.1'), HELLO);
    expect(result).toMatchObject({ kind: 'failure', error: 'the answer has too many headers' });
  });

  test('a cut connection is a failure', async () => {
    endpoint.answer({ kind: 'reset' });
    expect(await allowed.post(endpoint.url('127.0.0.1'), HELLO)).toMatchObject({ kind: 'failure' });
  });

  test('nobody listening is a failure', async () => {
    const gone = await startTlsEndpoint();
    await gone.close();
    expect(await allowed.post(gone.url('127.0.0.1'), HELLO)).toMatchObject({ error: 'connection refused' });
  });

  test('a dead endpoint delays no other', async () => {
    const dead = await startTlsEndpoint();
    dead.answer({ kind: 'hang' });
    const stuck = Array.from({ length: 40 }, () => allowed.post(dead.url('127.0.0.1'), { ...HELLO, timeoutMs: 1000 }));
    await new Promise((resolve) => setTimeout(resolve, 100));
    const result = await allowed.post(endpoint.url('127.0.0.1'), HELLO);
    expect(result).toMatchObject({ status: 204 });
    expect(result.durationMs).toBeLessThan(500);
    expect(dead.connections()).toBeLessThanOrEqual(16);
    await Promise.all(stuck);
    await dead.close();
  });
});
