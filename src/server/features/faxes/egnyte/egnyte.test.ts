import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { startEgnyteRig } from '#test/egnyte-rig.ts';
import type { EgnyteRig } from '#test/egnyte-rig.ts';
import { makeAccount } from '#test/factories.ts';
import { makeAdministrator, administratorLogin } from '#test/multifax-rig.ts';
import { startApp } from '#test/start-app.ts';

let rig: EgnyteRig;
beforeAll(async () => {
  rig = await startEgnyteRig();
});
afterAll(async () => await rig.stop());

/** Paths that lead out of a folder, here or in systems other than Egnyte's. */
const CLIMBING = [
  '../../',
  '/../other',
  '/Shared/../../Private/other',
  '/Shared/..',
  '/./x',
  '/a\\..\\b',
  '\\',
  'Shared',
];

describe('Egnyte', () => {
  it('[EGU-19] [EGU-18] [EGU-22] connects by the consent page, tells its state, and disconnects', async () => {
    const { ask, consent, fake } = rig;
    const who = await rig.person();
    expect((await ask(who, 'GET', 'isConnected.json')).json()).toMatchObject({ isConnected: false });
    const { begun, back } = await consent(who);
    expect(begun.statusCode).toBe(302);
    expect(begun.headers.location).toContain(`${fake.url}/puboauth/token?client_id=`);
    const finished = await ask(who, 'GET', back);
    expect(finished.body).toContain('window.close()');
    expect((await ask(who, 'GET', 'isConnected.json')).json()).toEqual({
      isConnected: true,
      domain: 'acme',
      egnytedirectory: '',
      egnyteisactive: '0',
      directoryIsWriteable: false,
      showSelectLocation: true,
    });
    expect((await ask(who, 'POST', 'disconnect.json', {})).json()).toEqual({ success: true });
    expect((await ask(who, 'GET', 'isConnected.json')).json()).toMatchObject({
      isConnected: false,
      domain: '',
    });
  });

  it('[A-EGNYTE-02] takes no answer of somebody else, no made-up state, and none twice', async () => {
    const { ask, consent } = rig;
    const [mine, other] = [await rig.person(), await rig.person()];
    const { back } = await consent(mine);
    expect((await ask(other, 'GET', back)).statusCode).toBe(400);
    expect((await ask(mine, 'GET', 'oauth.php?code=x&state=made-up')).statusCode).toBe(400);
    expect((await ask(mine, 'GET', 'oauth.php?code=x')).statusCode).toBe(400);
    const elsewhere = await rig.test.signIn(mine.number);
    expect((await ask({ ...mine, ...elsewhere }, 'GET', back)).statusCode).toBe(400);
    expect((await ask(mine, 'GET', 'isConnected.json')).json()).toMatchObject({ isConnected: false });
    expect((await ask(mine, 'GET', back)).statusCode).toBe(200);
    expect((await ask(mine, 'GET', back)).statusCode).toBe(400);
    expect((await ask(other, 'GET', 'isConnected.json')).json()).toMatchObject({ isConnected: false });
    // The code is valid only for the person who began: exchanging it requires the proof (PKCE, RFC 7636).
    const begun = new URL(String((await consent(other)).begun.headers.location)).searchParams;
    expect(begun.get('code_challenge_method')).toBe('S256');
    expect(begun.get('code_challenge')).toMatch(/^[\w-]{43}$/u);
    // And only for ten minutes.
    const late = await consent(other);
    const { rowCount } = await rig.test.database.pool.query(
      `update token set expires_at = expires_at - interval '10 minutes 1 second'
       where purpose = 'oauth_state' and subject_id = $1 and used_at is null`,
      [other.id],
    );
    expect(rowCount).toBeGreaterThan(0);
    expect((await ask(other, 'GET', late.back)).statusCode).toBe(400);
    expect((await ask(other, 'GET', 'isConnected.json')).json()).toMatchObject({ isConnected: false });
    const denied = await consent(other, 'deny');
    expect((await ask(other, 'GET', denied.back)).statusCode).toBe(400);
  });

  it('[A-EGNYTE-04] asks for no folder whose path climbs, and passes others on encoded, for the own token only', async () => {
    const who = await rig.person();
    await rig.ask(who, 'GET', (await rig.consent(who)).back);
    const before = rig.fake.requests.length;
    for (const path of CLIMBING) {
      const asked = await rig.ask(who, 'GET', `folders.json?folderpath=${encodeURIComponent(path)}`);
      expect([path, asked.statusCode]).toEqual([path, 400]);
      const kept = await rig.ask(who, 'PUT', 'update.json', { egnytedirectory: path, egnyteisactive: '1' });
      expect([path, kept.statusCode]).toEqual([path, 400]);
    }
    expect(rig.fake.requests).toHaveLength(before);
    for (const [path, seen] of [
      ['/Private/other', '/pubapi/v1/fs/Private/other'],
      ['/%2e%2e/x', '/pubapi/v1/fs/%252e%252e/x'],
    ] as const) {
      await rig.ask(who, 'GET', `folders.json?folderpath=${encodeURIComponent(path)}`);
      expect(rig.fake.requests.at(-1)?.path).toBe(seen);
    }
  });

  it('[A-EGNYTE-01] leads to no host but the domain', async () => {
    const who = await rig.person();
    const hostile = ['evil.test/#', 'a.evil.test?', 'a@evil.test', 'a%2eevil', 'a'.repeat(33), 'é', ''];
    for (const domain of hostile) {
      const answer = await rig.ask(who, 'GET', `oauth.php?egnyte_domain=${encodeURIComponent(domain)}`);
      expect([answer.statusCode, answer.headers.location]).toEqual([400, undefined]);
    }
  });

  it('[A-EGNYTE-01] without the address of a test, that is Egnyte’s own, whatever the prefix', async () => {
    const app = await startApp({
      env: { F2E_EGNYTE_CLIENT_ID: 'client', F2E_EGNYTE_CLIENT_SECRET: 'secret' },
    });
    try {
      const who = await app.signIn((await makeAccount(app.database.db)).number);
      const lead = async (domain: string) => {
        const url = `/api/faxui/egnyte/oauth.php?egnyte_domain=${encodeURIComponent(domain)}`;
        const { location } = (await app.app.inject({ url, ...who })).headers;
        return location === undefined ? null : new URL(location).origin;
      };
      const longest = 'a'.repeat(32);
      expect(await lead('acme')).toBe('https://acme.egnyte.com');
      expect(await lead('ACME')).toBe('https://acme.egnyte.com');
      expect(await lead(longest)).toBe(`https://${longest}.egnyte.com`);
      for (const hostile of ['acme.egnyte.com.evil.test', 'evil.test/.egnyte.com', 'a@b.egnyte.com', 'a.b'])
        expect([hostile, await lead(hostile)]).toEqual([hostile, null]);
    } finally {
      await app.stop();
    }
  });

  it('[A-TENANT-17] nobody else reads or changes the connection', async () => {
    const PATH = '/api/db/f2e/EgnyteStorageSettings.json';
    const [owner, mine] = [await rig.connected(), await rig.person()];
    const { database } = rig.test;
    const boss = await administratorLogin(rig.test, (await makeAdministrator(database.db)).username);
    const stored = async () =>
      (await database.pool.query('select * from storage_link where account_id = $1', [owner.id])).rows;
    const before = await stored();
    expect(before).toHaveLength(1);
    for (const { headers, cookies } of [mine, boss]) {
      const ask = async (method: 'GET' | 'PUT' | 'POST', uid: number) => {
        const query = method === 'GET' ? `?uid=${uid}` : '';
        const payload = { user_id: String(uid), status: 'N', username: 'evil' };
        const input = { method, url: `${PATH}${query}`, headers, cookies };
        return await rig.test.app.inject(method === 'GET' ? input : { ...input, payload });
      };
      for (const method of ['GET', 'PUT', 'POST'] as const) {
        const [foreign, missing] = [await ask(method, owner.id), await ask(method, 999_999)];
        expect([method, foreign.statusCode, foreign.body]).toEqual([method, 404, missing.body]);
      }
    }
    expect(await stored()).toEqual(before);
    expect((await rig.ask(owner, 'GET', 'isConnected.json')).json()).toMatchObject({ isConnected: true });
  });

  it('[EGU-20] [EGU-21] [EGU-23] lists folders and saves those that take files', async () => {
    const { ask } = rig;
    const who = await rig.connected();
    expect((await ask(who, 'GET', 'folders.json?folderpath=/Shared')).json()).toMatchObject({
      folders: [
        { name: 'Faxes', path: '/Shared/Faxes', isSelectable: true },
        { name: 'Projects', isSelectable: true },
        { name: 'ReadOnly', isSelectable: false },
      ],
    });
    const refused = await ask(who, 'PUT', 'update.json', {
      egnytedirectory: '/Shared/ReadOnly',
      egnyteisactive: '1',
    });
    expect([refused.statusCode, refused.json()]).toMatchObject([
      412,
      { success: false, directoryIsWriteable: false },
    ]);
    await ask(who, 'PUT', 'updatePath.json', { egnytedirectory: '/Shared/Projects' });
    expect((await ask(who, 'GET', 'isConnected.json')).json()).toMatchObject({
      egnytedirectory: '/Shared/Projects',
      egnyteisactive: '1',
      directoryIsWriteable: true,
    });
    for (const path of ['/Shared/../x', '/..', 'relative', '/a\\b'])
      expect((await ask(who, 'GET', `folders.json?folderpath=${encodeURIComponent(path)}`)).statusCode).toBe(
        400,
      );
  });

  it('[EGU-24] copies received faxes into the folder while it is on', async () => {
    const { ask, fake } = rig;
    const who = await rig.connected();
    const copies = (fid: number) => [...fake.tree.keys()].filter((path) => path.endsWith(`_${fid}.pdf`));
    const fid = await rig.receive(who.number);
    await rig.deliver();
    expect(copies(fid)).toEqual([
      expect.stringMatching(/^\/Shared\/Faxes\/Fax_3105550111_\d{8}_\d{6}_\d+\.pdf$/),
    ]);
    const off = { egnytedirectory: '/Shared/Faxes', egnyteisactive: '0' };
    await ask(who, 'PUT', 'update.json', off);
    const unwanted = await rig.receive(who.number);
    await ask(who, 'PUT', 'update.json', { ...off, egnyteisactive: '1' });
    const wanted = await rig.receive(who.number);
    await rig.deliver();
    expect([copies(unwanted).length, copies(wanted).length]).toEqual([0, 1]);
  });

  it('files have the chosen form, name and month folder, and the list says what became of them', async () => {
    const who = await rig.connected();
    const choice = { fileType: 'tiff', namePattern: 'date-first', byMonth: '1' };
    const folder = { egnytedirectory: '/Shared/Faxes', egnyteisactive: '1' };
    await rig.ask(who, 'PUT', 'update.json', { ...folder, ...choice });
    const fid = await rig.receive(who.number);
    const list = async (): Promise<object> => {
      const { headers, cookies } = who;
      const url = '/api/faxui/storageDeliveries?type=egnyte';
      return (await rig.test.app.inject({ method: 'GET', url, headers, cookies })).json();
    };
    expect(await list()).toMatchObject({ ...choice, waiting: 1, deliveries: [{ state: 'queued' }] });
    // What a save leaves out stays unchanged.
    await rig.ask(who, 'PUT', 'update.json', folder);
    await rig.deliver();
    const place = [...rig.fake.tree.keys()].find((path) => path.endsWith(`_${fid}.tif`));
    expect(place).toMatch(/^\/Shared\/Faxes\/\d{4}-\d{2}\/\d{8}_\d{6}_Fax_3105550111_\d+\.tif$/);
    expect(await list()).toMatchObject({ ...choice, waiting: 0, deliveries: [{ state: 'done', place }] });
  });
});
