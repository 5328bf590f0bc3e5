import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { openKeys } from '#engine/secrets/keys.ts';
import { seal, unseal } from '#engine/secrets/seal.ts';
import { makeManagedAccount, makeAdministrator, administratorLogin } from '#test/multifax-rig.ts';
import { SFTP_LOGIN, SFTP_PASSWORD } from '#test/sshd.ts';
import { SFTP_SETTINGS, startStorageRig } from '#test/storage-rig.ts';
import type { StoragePerson, StorageRig } from '#test/storage-rig.ts';

import { bindStorageSecrets } from './bind-secrets.ts';

let rig: StorageRig;
let connections = 0;
const thief = createServer((socket) => {
  connections += 1;
  socket.destroy();
});
let thiefPort: string;

beforeAll(async () => {
  rig = await startStorageRig();
  await new Promise<void>((resolve) => {
    thief.listen(0, '0.0.0.0', resolve);
  });
  thiefPort = String((thief.address() as AddressInfo).port);
});
afterAll(async () => {
  thief.close();
  await rig.stop();
});

/** Returns the row as it is stored. */
async function stored(account: number) {
  return await rig.test.database.db
    .selectFrom('storage_link')
    .select(['place', 'secret', 'host_key', 'active'])
    .where('account_id', '=', account)
    .executeTakeFirstOrThrow();
}

async function everything(account: number) {
  return await rig.test.database.db
    .selectFrom('storage_link')
    .selectAll()
    .where('account_id', '=', account)
    .executeTakeFirstOrThrow();
}

/** Other targets, for each of which the stored secret must be entered again. */
const elsewhere = () => [
  { host: 'localhost' },
  { host: '127.0.0.2' },
  { port: thiefPort },
  { login: 'somebody-else' },
  { host: '127.0.0.2', port: thiefPort },
];

/** Receives a fax and delivers it to the target in the row. */
async function deliverTo(who: Pick<StoragePerson, 'number'>): Promise<void> {
  await rig.receive(who.number);
  await rig.due();
  await rig.deliver();
}

describe('a kept password or key', () => {
  it('[A-SFTP-07] [A-SFTP-09] goes only to the server, port and login that it was given for', async () => {
    const child = async () => {
      const parent = await makeAdministrator(rig.test.database.db);
      const { id, number } = await makeManagedAccount(rig.test.database.db, parent);
      return { id, number, by: await administratorLogin(rig.test, parent.username) };
    };
    const mine = await rig.person();
    const users = [{ id: mine.id, number: mine.number, by: mine }, await child()];
    for (const { id, number, by } of users) {
      const uid = by === mine ? {} : { user_id: String(id) };
      for (const secret of [{ pass: SFTP_PASSWORD }, { pass: '', privateKey: rig.server.userKey }]) {
        expect((await rig.save(by, { ...uid, ...secret })).json()).toMatchObject({ data: { lastError: '' } });
        const before = await stored(id);
        const field = 'privateKey' in secret ? 'privateKey' : 'pass';
        for (const change of elsewhere())
          for (const status of ['Y', 'N']) {
            const refused = await rig.save(by, { ...uid, pass: '', status, ...change });
            expect([refused.statusCode, refused.json()]).toMatchObject([
              400,
              { error: 'STORAGE_SECRET_AGAIN', fields: { [field]: 'STORAGE_SECRET_AGAIN' } },
            ]);
            expect(refused.json<{ message: string }>().message).toContain('again');
          }
        expect(await stored(id)).toEqual(before);
        // A change that keeps the target needs no password.
        const moved = await rig.save(by, { ...uid, pass: '', dir: `/in/other-${id}` });
        expect(moved.json()).toMatchObject({ data: { lastError: '' } });
      }
      expect(connections).toBe(0);
      await deliverTo({ number });
      expect((await rig.states(id)).map(({ state }) => state)).toEqual(['done']);
    }
    // With a password entered again, the other server is tried with that password.
    const typed = await rig.save(mine, { port: thiefPort, pass: 'of the other server' });
    expect(typed.json()).toMatchObject({ data: { lastError: 'UNREACHABLE', hostKey: '' } });
    expect(connections).toBe(1);
  });

  it('opens for no other target, whoever changes the row', async () => {
    const who = await rig.person();
    await rig.save(who);
    const before = connections;
    for (const change of [{ host: '127.0.0.2', port: Number(thiefPort) }, { login: 'root' }]) {
      const { place } = await stored(who.id);
      const other = JSON.stringify({ ...(place as object), ...change });
      await rig.test.database.pool.query(
        'update storage_link set place = $1, held = false where account_id = $2',
        [other, who.id],
      );
      await deliverTo(who);
      expect(await rig.settings(who)).toMatchObject({ hasPass: false, lastError: 'LOGIN_REFUSED' });
      await rig.test.database.pool.query('update storage_link set place = $1 where account_id = $2', [
        JSON.stringify(place),
        who.id,
      ]);
    }
    expect(connections).toBe(before);
    await rig.save(who, { pass: '' });
    await rig.due();
    await rig.deliver();
    expect(new Set((await rig.states(who.id)).map(({ state }) => state))).toEqual(new Set(['done']));
  });

  it('of the version before goes on working, is bound at the next start, and can be read by that version', async () => {
    const { database, folder } = rig.test;
    const keys = await openKeys({ file: join(folder, 'master.key'), known: null });
    const key = keys.for('storage-login');
    const who = await rig.person();
    await rig.save(who);
    const row = `storage_link/${who.id}/sftp/secret`;
    await database.pool.query('update storage_link set secret = $1 where account_id = $2', [
      seal(key, JSON.stringify({ pass: SFTP_PASSWORD }), row),
      who.id,
    ]);
    await deliverTo(who);
    expect((await rig.save(who, { pass: '', port: thiefPort })).statusCode).toBe(400);
    const contents = async () =>
      JSON.parse(unseal(key, (await stored(who.id)).secret ?? '', row) ?? '') as object;
    expect(await contents()).toEqual({ pass: SFTP_PASSWORD });
    await bindStorageSecrets(database, key);
    expect(await contents()).toEqual({
      pass: SFTP_PASSWORD,
      for: `127.0.0.1 ${rig.server.port} ${SFTP_LOGIN}`,
    });
    const { secret } = await stored(who.id);
    await bindStorageSecrets(database, key);
    expect((await stored(who.id)).secret).toBe(secret);
    await deliverTo(who);
    expect((await rig.states(who.id)).map(({ state }) => state)).toEqual(['done', 'done']);
  });
});

it('control characters in folder and login are refused with a sentence', async () => {
  const who = await rig.person();
  for (const [field, value] of [
    ['dir', '/in/a\u0000b'],
    ['dir', '/in/a\nb'],
    ['dir', '/in/\u001b[2J'],
    ['dir', '/in/a\u007f'],
    ['login', 'a\r\nb'],
  ] as const) {
    const refused = await rig.save(who, { [field]: value });
    expect([refused.statusCode, refused.json()]).toMatchObject([
      400,
      { error: 'VALIDATION', fields: { [field]: 'CONTROL_CHARACTER' } },
    ]);
  }
  expect((await rig.save(who, { dir: '/in/Ärzte & Söhne' })).statusCode).toBe(200);
});

it("[A-TENANT-17] another account's storage is neither read nor set, nor tried", async () => {
  const [mine, other] = [await rig.person(), await rig.person()];
  await rig.save(other);
  const tried = connections;
  const { username } = await makeAdministrator(rig.test.database.db);
  const before = await everything(other.id);
  for (const who of [mine, await administratorLogin(rig.test, username)]) {
    const [foreign, missing] = await Promise.all(
      [other.id, 999_999].map(async (uid) => await rig.ask(who, 'GET', `${SFTP_SETTINGS}?uid=${uid}`)),
    );
    expect([foreign?.statusCode, foreign?.body]).toEqual([404, missing?.body]);
    for (const method of ['PUT', 'POST'] as const)
      for (const change of [{ port: thiefPort }, { status: 'N' }, { pass: '', dir: '/in/mine' }]) {
        const answer = await rig.save(who, { user_id: other.id, ...change }, method);
        expect([method, change, answer.statusCode]).toEqual([method, change, 404]);
      }
  }
  expect(connections).toBe(tried);
  expect((await rig.ask(mine, 'GET', SFTP_SETTINGS)).statusCode).toBe(404);
  expect(await everything(other.id)).toEqual(before);
  expect(await rig.settings(other)).toMatchObject({ host: '127.0.0.1', pass: '', hasPass: true });
});
