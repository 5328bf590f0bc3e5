import { createServer } from 'node:net';
import type { AddressInfo, Server } from 'node:net';
import { createServer as createWebServer } from 'node:http';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { makeManagedAccount, makeAdministrator, administratorLogin } from '#test/multifax-rig.ts';
import { SFTP_LOGIN, SFTP_PASSWORD } from '#test/sshd.ts';
import { SFTP_SETTINGS, startStorageRig } from '#test/storage-rig.ts';
import type { StorageRig } from '#test/storage-rig.ts';

import { countAttempt } from '#server/features/identity/sessions/session.service.ts';
import { StorageService } from './storage.service.ts';
import { deliverDue } from './storage.worker.ts';

let rig: StorageRig;
beforeAll(async () => {
  rig = await startStorageRig();
});
afterAll(async () => await rig.stop());

/** Starts a server that does what it likes with its connections. Returns its port. */
async function listening(server: Server): Promise<number> {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return (server.address() as AddressInfo).port;
}

describe('settings of SFTP storage', () => {
  it('[SFTP-05] [A-SFTP-06] the password leaves in no answer, mail or log and lies nowhere in the clear', async () => {
    const { test } = rig;
    const who = await rig.person();
    const answers = [await rig.save(who), await rig.ask(who, 'GET', SFTP_SETTINGS)];
    expect(answers[1]?.json()).toMatchObject({ pass: '', hasPass: true });
    answers.push(await rig.save(who, { pass: '' }));
    expect(answers[2]?.json()).toMatchObject({ data: { lastError: '', hasPass: true } });
    answers.push(await rig.save(who, { host: 'not a host' }), await rig.save(who, { port: '1' }));
    const parent = await makeAdministrator(test.database.db);
    await test.database.db
      .updateTable('account')
      .set({ parent_id: parent.id })
      .where('id', '=', who.id)
      .execute();
    const administrator = await administratorLogin(test, parent.username);
    answers.push(
      await rig.ask(administrator, 'GET', `${SFTP_SETTINGS}?uid=${who.id}`),
      await rig.ask(administrator, 'GET', '/api/n1/db/f2e/ExternalStorageAccounts.json?forChilds=true'),
    );
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 400, 200, 200, 200]);
    for (const { body } of answers) expect(body).not.toContain(SFTP_PASSWORD);
    const said: string[] = [];
    const log = pino({ level: 'trace' }, { write: (line: string) => said.push(line) });
    await rig.receive(who.number);
    while ((await deliverDue({ ...test.copies, log })) > 0);
    await rig.save(who);
    while ((await deliverDue({ ...test.copies, log })) > 0);
    expect(said.join('')).toMatch(/storage does not work.*copy made/s);
    expect([await everything(), ...said].join('')).not.toContain(SFTP_PASSWORD);
    // The secret is stored, or nothing could be delivered; it just cannot be read.
    expect(await rig.test.database.db.selectFrom('storage_link').select('secret').execute()).toContainEqual({
      secret: expect.stringMatching(/^\S{40,}$/),
    });
  });

  it('the form takes what the contract allows and nothing longer', async () => {
    const who = await rig.person();
    for (const change of [
      { host: 'a'.repeat(51) },
      { dir: 'd'.repeat(51) },
      { login: 'l'.repeat(51) },
      { pass: 'p'.repeat(51) },
      { port: '123456' },
      { host: 'http://x.test/' },
      { host: 'a b' },
    ])
      expect((await rig.save(who, change)).statusCode).toBe(400);
    expect((await rig.save(who, {}, 'POST')).statusCode).toBe(200);
    expect((await rig.save(who, {}, 'POST')).json()).toMatchObject({ error: 'STORAGE_EXISTS' });
  });

  it('[A-SFTP-03] no port but a number, and no words that tell a closed one from a web server or silence', async () => {
    const who = await rig.person();
    for (const port of ['0', '65536', '-1', '22;id', '0x16', '2e1'])
      expect((await rig.save(who, { port })).statusCode).toBe(400);
    const web = createWebServer((_, response) => response.end('hello'));
    const banner = createServer((socket) => socket.end('220 mail.test ESMTP\r\n'));
    const mute = createServer((socket) => socket.on('error', () => undefined));
    const storage = new StorageService({
      ...rig.test.copies,
      tell: async () => await Promise.resolve(),
      tryLimitMs: 700,
    });
    const owner = { accountId: who.id, actor: { kind: 'account', id: who.id }, address: '' } as const;
    const seen = [];
    // The last server sends nothing and never closes the connection: without a limit this would hang.
    for (const port of [1, await listening(web), await listening(banner), await listening(mute)]) {
      const form = {
        host: '127.0.0.1',
        port,
        login: SFTP_LOGIN,
        pass: 'x',
        type: 'sftp',
        status: 'Y',
      } as const;
      const { lastError, hostKey, offeredKey } = await storage.saveSftp(
        owner,
        { ...form, user_id: '' },
        false,
      );
      seen.push({ lastError, hostKey, offeredKey });
    }
    expect(seen).toHaveLength(4);
    for (const one of seen) expect(one).toEqual({ lastError: 'UNREACHABLE', hostKey: '', offeredKey: '' });
    for (const server of [web, banner, mute]) server.close();
  });

  it('a person who has many servers tried waits', async () => {
    const who = await rig.person();
    for (let n = 0; n < 30; n += 1)
      await countAttempt(rig.test.database.db, `storage-tries:account/${who.id}`, 600);
    const refused = await rig.save(who);
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([
      429,
      expect.stringMatching(/^\d+$/),
    ]);
    expect((await rig.save(await rig.person())).statusCode).toBe(200);
  });
});

describe('external storage of an administrator’s accounts', () => {
  const LIST = '/api/db/f2e/ExternalStorageAccounts.json?forChilds=true';
  const EGNYTE = '/api/db/f2e/EgnyteStorageSettings.json';

  it('[SFTP-03] [MFS-20] [MFS-21] the same calls serve the account and its administrator, who sees all of them in a list', async () => {
    const { db } = rig.test.database;
    const parent = await makeAdministrator(db);
    const child = await makeManagedAccount(db, parent);
    const [boss, owner] = [
      await administratorLogin(rig.test, parent.username),
      await rig.test.signIn(child.number),
    ];
    const path = `/api/db/f2e/SftpStorageSettings.json`;
    expect((await rig.ask(boss, 'GET', `${path}?uid=${child.id}`)).statusCode).toBe(404);
    const empty = { host: '', port: '22', dir: '', login: '', pass: '' };
    const added = { user_id: String(child.id), type: 'sftp', status: 'Y', ...empty };
    expect((await rig.ask(boss, 'POST', path, added)).json()).toMatchObject({
      data: { lastError: 'NOT_CONFIGURED' },
    });
    const login = {
      login: SFTP_LOGIN,
      pass: SFTP_PASSWORD,
      host: '127.0.0.1',
      port: String(rig.server.port),
    };
    const filled = { ...added, ...login, dir: '/in/child' };
    expect((await rig.ask(boss, 'PUT', path, filled)).json()).toMatchObject({ data: { lastError: '' } });
    for (const [who, query] of [
      [boss, `?uid=${child.id}`],
      [owner, ''],
      [owner, `?uid=${child.id}`],
    ] as const)
      expect((await rig.ask(who, 'GET', `${path}${query}`)).json()).toMatchObject({
        uid: String(child.id),
        dir: '/in/child',
        status: 'Y',
        pass: '',
        hasPass: true,
      });
    const { data } = (await rig.ask(boss, 'GET', LIST)).json<{ data: object[] }>();
    expect(data).toEqual([
      {
        id: expect.stringMatching(/^\d+$/),
        uid: String(child.id),
        faxnumber: child.number,
        email: child.email,
        type: 'sftp',
        domain: '',
        status: 'Y',
        lastError: '',
      },
    ]);
    expect((await rig.ask(owner, 'GET', LIST)).statusCode).toBe(403);
  });

  it('[MFS-22] Egnyte of an account is added, changed and read', async () => {
    const { db } = rig.test.database;
    const parent = await makeAdministrator(db);
    const child = await makeManagedAccount(db, parent);
    const boss = await administratorLogin(rig.test, parent.username);
    const query = `${EGNYTE}?uid=${child.id}`;
    expect((await rig.ask(boss, 'GET', query)).statusCode).toBe(404);
    const body = { user_id: String(child.id), type: 'egnyte', status: 'Y', username: '' };
    expect((await rig.ask(boss, 'POST', EGNYTE, body)).json()).toMatchObject({ success: true });
    const changed = await rig.ask(boss, 'PUT', EGNYTE, { ...body, username: 'ACME.egnyte.com' });
    expect(changed.json()).toMatchObject({
      data: { authorizeUrl: `/api/faxui/egnyte/oauth.php?egnyte_domain=acme&uid=${child.id}` },
    });
    expect((await rig.ask(boss, 'GET', query)).json()).toMatchObject({
      uid: String(child.id),
      type: 'egnyte',
      status: 'Y',
      username: 'acme',
      connected: false,
    });
    expect((await rig.ask(boss, 'PUT', EGNYTE, { ...body, username: 'a_b' })).statusCode).toBe(400);
  });

  it('a connection that is active copies what the child receives, and one that is not does not', async () => {
    const { db } = rig.test.database;
    const parent = await makeAdministrator(db);
    const child = await makeManagedAccount(db, parent);
    const boss = await administratorLogin(rig.test, parent.username);
    const user = { user_id: String(child.id), dir: '/in/of-child' };
    const copies = async () => [...(await rig.server.files('in/of-child')).keys()];
    await rig.save(boss, user);
    const first = await rig.receive(child.number);
    await rig.deliver();
    expect(await copies()).toEqual([expect.stringContaining(`_${first}.pdf`)]);
    await rig.ask(boss, 'PUT', SFTP_SETTINGS, { user_id: String(child.id), type: 'sftp', status: 'N' });
    await rig.receive(child.number);
    await rig.deliver();
    expect(await copies()).toHaveLength(1);
    await rig.ask(boss, 'PUT', SFTP_SETTINGS, { user_id: String(child.id), type: 'sftp', status: 'Y' });
    const third = await rig.receive(child.number);
    await rig.deliver();
    expect(await copies()).toEqual(
      expect.arrayContaining([expect.stringContaining(`_${first}.`), expect.stringContaining(`_${third}.`)]),
    );
    expect(await copies()).toHaveLength(2);
  });
});

/** Returns every row of every table, as a dump of the database would contain it. */
async function everything(): Promise<string> {
  const { pool } = rig.test.database;
  const { rows } = await pool.query<{ name: string }>(
    `select format('%I', table_name) as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
  );
  const parts = [];
  for (const { name } of rows)
    parts.push((await pool.query<{ row: string }>(`select t::text as row from ${name} t`)).rows);
  return JSON.stringify(parts);
}
