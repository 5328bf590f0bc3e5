import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';

import { createOutboundGuard } from '#engine/outbound-guard/guard.ts';
import { startProgram } from '#test/api-rig.ts';
import { makeAccount, makeBrand, makeFax } from '#test/factories.ts';
import { readMails } from '#test/mails.ts';
import { makeAdministrator } from '#test/multifax-rig.ts';
import { startApp } from '#test/start-app.ts';
import { startWebhooks } from '#test/webhook-rig.ts';
import type { Receiver } from '#test/webhook-receiver.ts';
import type { WebhookRig } from '#test/webhook-rig.ts';

import { deliverDue } from './webhook.worker.ts';

let rig: WebhookRig;
let receiver: Receiver;
startWebhooks((world) => ({ rig, receiver } = world));

describe('addresses', () => {
  it('[A-API-42] only https, no password in them, and none of our own', async () => {
    const plain = await startApp({ env: { F2E_PUBLIC_ORIGIN: 'http://fax.example.com' } });
    try {
      const { ask } = await startProgram(plain, {
        kind: 'account',
        id: (await makeAccount(plain.database.db)).id,
      });
      await makeBrand(plain.database.db, { domain: 'fax.brand.example' });
      const refusal = async (url: string) =>
        (await ask('POST', '/webhooks', { body: { url }, headers: { host: 'fax.example.com' } })).body[
          'code'
        ];
      expect([
        await refusal('http://hooks.example.com/'),
        await refusal('https://a:b@hooks.example.com/'),
        await refusal('https://fax.example.com/v1/faxes'),
        await refusal('https://fax.brand.example/x'),
        await refusal('https://fax.example.com./v1/faxes'),
        await refusal('https://FAX.brand.example.:443/x'),
        await refusal('ftp://hooks.example.com/'),
        await refusal('file:///etc/passwd'),
        await refusal('nonsense'),
      ]).toEqual([
        'webhook_https',
        'webhook_host',
        'webhook_own_host',
        'webhook_own_host',
        'webhook_own_host',
        'webhook_own_host',
        'validation',
        'validation',
        'validation',
      ]);
    } finally {
      await plain.stop();
    }
  });

  it('[A-API-43] private ones are refused in every spelling, when they are saved and when events are posted', async () => {
    let packets = 0;
    const listener = createServer((socket) => {
      packets += 1;
      socket.destroy();
    });
    await new Promise<void>((resolve) => {
      listener.listen(0, resolve);
    });
    const { port } = listener.address() as AddressInfo;
    const program = await rig.program();
    const saved = await rig.add(program, receiver.url());
    const closed = { ...rig.deps, guard: createOutboundGuard({ allowPrivate: false }) };
    const strict = await startApp({ env: { F2E_PUBLIC_ORIGIN: 'http://fax.example.com' } });
    const account = await makeAccount(strict.database.db);
    const { ask } = await startProgram(strict, { kind: 'account', id: account.id });
    const hosts =
      `127.0.0.1 localhost 0 [::1] [::ffff:127.0.0.1] 0x7f000001 2130706433 127.1 169.254.169.254 10.0.0.1
      192.168.1.1 100.64.0.1 [fd00::1] [fe80::1] [64:ff9b::7f00:1] hooks.localhost`.split(/\s+/u);
    for (const host of hosts) {
      const url = `https://${host}:${port}/`;
      const { body } = await ask('POST', '/webhooks', {
        body: { url },
        headers: { host: 'fax.example.com' },
      });
      expect([host, body['code']]).toEqual([host, 'webhook_host']);
      await rig.test.database.pool.query('update webhook_endpoint set url = $1, host = $2', [url, host]);
      await makeFax(rig.test.database.db, program.account.id);
      await rig.deps.events.publish();
      // Earlier ones wait for their next attempt, because the number of concurrent posts to one host is limited.
      await rig.test.database.pool.query(
        `update webhook_delivery set next_at = now() where state = 'queued' and tries = 0`,
      );
      await deliverDue(closed);
    }
    const { body } = await program.ask('GET', `/webhooks/${saved.id}/deliveries`);
    const faults = (body['data'] as { last_attempt: { error: string } | null }[]).flatMap(
      ({ last_attempt: last }) => last?.error ?? [],
    );
    expect([faults.length, new Set(faults), packets]).toEqual([
      hosts.length,
      new Set(['host_not_allowed']),
      0,
    ]);
    await strict.stop();
    listener.close();
  });
});

/** Returns the mails about new addresses of webhooks. */
async function told(email: string) {
  await rig.test.runJobs();
  const mails = await readMails(rig.test.folder);
  return mails.filter(({ template, to }) => template === 'webhook-changed' && to === email);
}

describe('the owner is mailed', () => {
  it('[A-API-103] each new address of an endpoint, and nothing else', async () => {
    const program = await rig.program();
    const { email } = program.account;
    const { id } = await rig.add(program, receiver.url());
    expect(await told(email)).toMatchObject([
      { text: expect.stringContaining(new URL(receiver.url()).host) },
    ]);
    const change = async (body: object) =>
      expect((await program.ask('PATCH', `/webhooks/${id}`, { body })).status).toBe(200);
    await change({ url: receiver.url(), events: [] });
    await change({ active: false });
    await change({ active: true });
    expect(await told(email)).toHaveLength(1);
    await change({ url: `${receiver.url()}/other` });
    expect(await told(email)).toHaveLength(2);
  });

  it('[A-API-103] an administrator, too', async () => {
    const { id } = await makeAdministrator(rig.test.database.db);
    await rig.add(await startProgram(rig.test, { kind: 'parent', id }), receiver.url());
    const { rows } = await rig.test.database.pool.query<{ email: string }>(
      'select email from parent where id = $1',
      [id],
    );
    expect(await told(rows[0]?.email ?? '')).toHaveLength(1);
  });
});
