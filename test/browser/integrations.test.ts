// Domains with a real DNS server, webhooks with a real endpoint, and catch-all addresses, all seen from the page.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DnsServer, startDnsServer } from '../support/dns-server.ts';
import { deliver } from '../support/mailbox.ts';
import { createSubscriber } from '../support/subscriber.ts';
import { startTlsEndpoint } from '../support/tls-endpoint.ts';
import { trustTestCa } from '../support/trust-test-ca.ts';
import { webhookSettings } from '../support/webhooks.ts';
import { describeInBrowser, eventually, openStage, type Stage, shownAddress } from './stage.ts';

describeInBrowser('domains and webhooks', () => {
  let stage: Stage;
  let names: DnsServer;
  beforeAll(async () => {
    trustTestCa();
    names = await startDnsServer();
    stage = await openStage({ ...webhookSettings(names.address), MX_HOST: 'mx.operator.example' });
  });
  afterAll(async () => {
    await stage.close();
    await names.close();
  });

  test('a domain is added, its records are shown and found, catch-all is turned on and its mail can be opened', async () => {
    const person = await createSubscriber(stage.app, 'pro');
    const { page } = await stage.visit({ path: '/app/domains', userToken: person.token });
    await page.getByLabel('Domain').fill('mail.people.example');
    await page.getByRole('button', { name: 'Add domain' }).click();
    const card = page.getByRole('region', { name: 'mail.people.example' });
    await card.getByRole('button', { name: 'Check now' }).click();
    await card.getByText('The records are not visible yet.').waitFor();

    const proof = await card.getByText(/^mayfly-verify=/).innerText();
    names.set('_mayfly.mail.people.example', 'TXT', [proof]);
    names.set('mail.people.example', 'MX', [{ exchange: 'mx.operator.example', priority: 10 }]);
    await card.getByRole('button', { name: 'Check now' }).click();
    await card.getByText('Verified').waitFor();
    await card.getByRole('switch').click();
    await eventually(() => card.getByRole('switch').getAttribute('aria-checked')).toBe('true');

    await deliver(stage.app, 'anything@mail.people.example', { subject: 'Caught', body: 'Your code is 313131' });
    await page.getByRole('link', { name: 'Addresses' }).click();
    await page.getByRole('button', { name: 'Open anything@mail.people.example' }).click();
    expect(await shownAddress(page)).toBe('anything@mail.people.example');
    await page.locator('li a[data-message]', { hasText: 'Caught' }).waitFor();
    await page.context().close();
  });

  test('a webhook shows its secret once and its deliveries as they happen', async () => {
    const person = await createSubscriber(stage.app, 'pro');
    const endpoint = await startTlsEndpoint();
    names.set('hooks.example.test', 'A', ['127.0.0.1']);
    const { page } = await stage.visit({ path: '/app/webhooks', userToken: person.token });
    await page.getByRole('button', { name: 'New webhook' }).click();
    await page.getByLabel('URL').fill(endpoint.url('hooks.example.test'));
    await page.getByLabel('An address was made').check();
    await page.getByRole('dialog').getByRole('button', { name: 'Add' }).click();
    expect(await page.locator('[data-secret]').innerText()).toMatch(/^whsec_/);
    await page.getByRole('button', { name: 'Kept safe' }).click();
    await stage.app.call('POST', '/mailboxes', { token: person.token, body: {} });
    await page.getByText('Deliveries').click();
    await page.getByRole('region', { name: 'Deliveries' }).getByText('An address was made').waitFor();
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByText('Paused').waitFor();
    await page.context().close();
    await endpoint.close();
  });

  test('a webhook gets another address and other events', async () => {
    const person = await createSubscriber(stage.app, 'pro');
    const endpoint = await startTlsEndpoint();
    for (const host of ['before.example.test', 'after.example.test']) names.set(host, 'A', ['127.0.0.1']);
    await stage.app.call('POST', '/me/webhooks', {
      token: person.token,
      body: { url: endpoint.url('before.example.test'), events: ['otp.received'] },
    });
    const { page } = await stage.visit({ path: '/app/webhooks', userToken: person.token });
    await page.getByRole('button', { name: 'Edit webhook' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit webhook' });
    await dialog.getByLabel('URL').fill(endpoint.url('after.example.test'));
    await dialog.getByLabel('A code was found').uncheck();
    await dialog.getByLabel('A mail arrived').check();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { name: endpoint.url('after.example.test') }).waitFor();
    const { body } = await stage.app.call<{ data: unknown[] }>('GET', '/me/webhooks', { token: person.token });
    expect(body.data).toMatchObject([{ url: endpoint.url('after.example.test'), events: ['message.received'] }]);
    await page.context().close();
    await endpoint.close();
  });
});
