import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { openRemoteStorages } from '#server/composition/engines.ts';
import { openInstallationKeys } from '#server/features/operations/maintenance/installation.service.ts';
import { StorageService } from '#server/features/faxes/copies/storage.service.ts';
import type { AccountId } from '#server/kit/scope.ts';
import { readConfig } from '#server/config/config.ts';
import { makeFax } from '#test/factories.ts';
import { createOperatorRig } from '#test/operator-rig.ts';
import type { OperatorRig } from '#test/operator-rig.ts';
import { SFTP_LOGIN, SFTP_PASSWORD, startSshd } from '#test/sshd.ts';
import type { Sshd } from '#test/sshd.ts';

const PRIVATE = { env: { F2E_ALLOW_PRIVATE_HOSTS: '1' } };

let rig: OperatorRig;
let server: Sshd;
let storageId: string;
beforeAll(async () => {
  rig = await createOperatorRig();
  server = await startSshd();
  const add = ['account', 'add', '--brand', '1', '--number', '2125550163', '--email', 'a@example.com'];
  const { uid } = await rig.json<{ uid: string }>([...add, '--password-stdin'], 'Right-horse-7');
  storageId = await setUp(Number(uid) as AccountId);
});
afterAll(async () => {
  await server.remove();
  await rig.close();
});

/** Creates a customer with a working SFTP server and two faxes that wait to be copied. */
async function setUp(accountId: AccountId): Promise<string> {
  const config = readConfig({ F2E_DATA: rig.folder, ...PRIVATE.env });
  const keys = await openInstallationKeys(rig.database, config.masterKeyFile);
  const secretKey = keys.for('storage-login');
  const storage = new StorageService({
    database: rig.database,
    storages: openRemoteStorages(config),
    secretKey,
    tell: async () => await Promise.resolve(),
  });
  const form = { user_id: '', status: 'Y', type: 'sftp', host: '127.0.0.1', dir: '/in' } as const;
  const owner = { accountId, actor: { kind: 'account', id: accountId } as const, address: '' };
  const link = await storage.saveSftp(
    owner,
    { ...form, port: server.port, login: SFTP_LOGIN, pass: SFTP_PASSWORD },
    true,
  );
  expect(link.lastError).toBe('');
  for (const _ of [1, 2]) {
    const { id } = await makeFax(rig.database.db, accountId);
    await rig.database.pool.query(
      'insert into storage_delivery (storage_id, account_id, fax_id) values ($1, $2, $3)',
      [link.id, accountId, id],
    );
  }
  return String(link.id);
}

/** Returns the storage's entry in the list. */
async function listed(): Promise<Record<string, unknown>> {
  const { storages } = await rig.json<{ storages: Record<string, unknown>[] }>(['storage', 'list']);
  return storages.find(({ id }) => id === storageId) ?? {};
}

async function fail(reason: string, held: boolean): Promise<void> {
  await rig.database.pool.query(
    `update storage_link set last_error = $2, held = $3, next_at = now() + interval '1 day' where id = $1`,
    [storageId, reason, held],
  );
}

describe('f2e storage', () => {
  it('list names every storage with its state and nothing secret', async () => {
    expect(await listed()).toMatchObject({
      faxnumber: '2125550163',
      type: 'sftp',
      host: '127.0.0.1',
      status: 'Y',
      state: 'copying',
      waiting: 2,
    });
    await fail('UNREACHABLE', false);
    expect(await listed()).toMatchObject({ state: 'failing', lastError: 'UNREACHABLE' });
    const { stdout } = await rig.run(['storage', 'list']);
    expect(stdout).toContain('failing');
    expect(stdout).not.toContain(SFTP_PASSWORD);
  });

  it('test tries the server, leaves nothing there, and says in words what is wrong', async () => {
    const tested = await rig.run(['storage', 'test', storageId, '--json'], PRIVATE);
    expect([tested.status, JSON.parse(tested.stdout)]).toEqual([
      0,
      { ok: true, reason: '', hostKey: await server.fingerprint() },
    ]);
    expect((await server.files()).size).toBe(0);
    await server.stop();
    const away = await rig.run(['storage', 'test', storageId, '--json'], PRIVATE);
    expect([away.status, JSON.parse(away.stdout)]).toMatchObject([
      1,
      { ok: false, reason: expect.stringContaining('doesn’t respond') },
    ]);
    await server.start();
    // Without the setting, private networks are off limits.
    expect((await rig.run(['storage', 'test', storageId])).stdout).toContain('address isn’t public');
    expect(await rig.failure(['storage', 'test', '999'], 1)).toContain('There is no storage 999.');
  });

  it('retry makes what waits due at once; what waits for its owner goes on waiting', async () => {
    await fail('UNREACHABLE', false);
    expect(await rig.json(['storage', 'retry', '--dry-run'])).toMatchObject({ dryRun: true, waiting: 2 });
    const later = Date.parse(String((await listed())['nextTry']));
    expect(later).toBeGreaterThan(Date.now() + 3_600_000);
    expect(await rig.json(['storage', 'retry', storageId])).toEqual({ storages: 1, waiting: 2, held: 0 });
    expect(Date.parse(String((await listed())['nextTry']))).toBeLessThanOrEqual(Date.now());
    await fail('HOST_KEY_CHANGED', true);
    expect(await rig.json(['storage', 'retry'])).toEqual({ storages: 1, waiting: 2, held: 1 });
    expect(await listed()).toMatchObject({ state: 'held', nextTry: null });
    await fail('HOST_NOT_ALLOWED', true);
    expect(await rig.json(['storage', 'retry'])).toMatchObject({ held: 0 });
    expect(await rig.failure(['storage', 'retry', '999'], 1)).toContain('There is no storage 999.');
    const { rows } = await rig.database.pool.query(
      `select actor_kind from audit where action = 'storage.retry'`,
    );
    expect(rows).toEqual(Array.from({ length: 3 }, () => ({ actor_kind: 'operator' })));
  });
});

describe('f2e egnyte app-definition', () => {
  it('names the addresses of the brand, and what can be faxed', async () => {
    const added = await rig.json<{ hid: string }>([
      'brand',
      'add',
      'Acme',
      '--domain',
      'fax.acme.test',
      '--title',
      'Acme',
    ]);
    const ask = ['egnyte', 'app-definition', '--brand', added.hid];
    const home = 'http://fax.acme.test:1';
    const definition = await rig.json(ask);
    expect(definition).toMatchObject({
      name: 'Acme',
      apiKey: 'YOUR-API-KEY',
      userSettings: `${home}/egnyte/connect`,
      callbackUrl: `${home}/api/faxui/egnyte/oauth.php`,
      integrations: {
        sendFax: {
          serviceUrl: `${home}/api/faxui/egnyte/invoke.json`,
          invocationMethod: 'post_to_tab',
          limitations: { sizeKB: 10_240 },
          extensions: expect.arrayContaining(['pdf', 'docx', 'tif']),
        },
      },
    });
    // The default output is the file itself.
    const { callbackUrl: _, ...file } = definition;
    expect(JSON.parse((await rig.run(ask)).stdout)).toEqual(file);
    expect(await rig.failure(['egnyte', 'app-definition', '--brand', '99'], 1)).toContain('no brand 99');
  });
});
