import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { makeAccount } from '#test/factories.ts';
import { startMailIn } from '#test/mail-in-rig.ts';
import type { MailInRig } from '#test/mail-in-rig.ts';
import { fakeDocuments } from '#test/sending-rig.ts';
import { mailSource } from '#test/smtp-person.ts';
import { startApp } from '#test/start-app.ts';
import type { SignedIn, TestApp } from '#test/start-app.ts';

const URL = '/api/faxui/appPasswords';
const FROM = 'boss@unproved.test';

interface List {
  passwords: { id: string; name: string; lastUsedAt: string | null; lastAddress: string }[];
}

function plain(user: string, password: string): string {
  return Buffer.from(`\u0000${user}\u0000${password}`).toString('base64');
}

describe('app passwords', () => {
  let app: TestApp;
  let rig: MailInRig;
  let account: Awaited<ReturnType<typeof makeAccount>>;
  let owner: SignedIn;

  beforeAll(async () => {
    app = await startApp({ documents: fakeDocuments() });
    rig = await startMailIn({ ...app, engines: { database: app.database, log: pino({ level: 'silent' }) } });
  });
  beforeEach(async () => {
    account = await makeAccount(app.database.db);
    owner = await app.signIn(account.number);
    await app.database.db
      .updateTable('account')
      .set({ admin_email: FROM })
      .where('id', '=', account.id)
      .execute();
  });
  afterAll(async () => {
    await rig.stop();
    await app.stop();
  });

  const add = async (name: string, who = owner) =>
    (await app.app.inject({ method: 'POST', url: URL, ...who, payload: { name } })).json<{
      data: { id: string; password: string };
      error?: string;
    }>();
  const list = async (who = owner) => (await app.app.inject({ url: URL, ...who })).json<List>().passwords;

  /** Logs in and sends a mail; returns both responses. */
  const mailAs = async (user: string, password: string, headers: string[] = []): Promise<string[]> => {
    const client = await rig.meet();
    await client.startTls();
    const login = await client.say(`AUTH PLAIN ${plain(user, password)}`);
    const source = mailSource({ from: FROM, headers });
    const sent = await client.mail({ from: FROM, to: [`${account.number}@localhost`], source });
    client.close();
    return [login.slice(0, 3), sent.slice(0, 3)];
  };

  it('is made, shown once, listed with its last use, and revoked', async () => {
    const { id, password } = (await add('Scanner')).data;
    expect(password).toMatch(/^[a-z2-9]{5}(?:-[a-z2-9]{5}){3}$/);
    expect(await list()).toEqual([
      { id, name: 'Scanner', createdAt: expect.any(String), lastUsedAt: null, lastAddress: '' },
    ]);
    const stored = JSON.stringify(await app.database.db.selectFrom('app_password').selectAll().execute());
    const audit = JSON.stringify(await app.database.db.selectFrom('audit').selectAll().execute());
    for (const text of [stored, audit]) expect(text).not.toContain(password);

    expect(await mailAs(account.number, password)).toEqual(['235', '250']);
    expect(await mailAs(FROM.toUpperCase(), password.replaceAll('-', ' '))).toEqual(['235', '250']);
    expect(await list()).toMatchObject([{ lastUsedAt: expect.any(String), lastAddress: '127.0.0.1' }]);

    const remove = await app.app.inject({ method: 'DELETE', url: URL, ...owner, payload: { id } });
    expect(remove.json()).toEqual({ success: true });
    expect(await mailAs(account.number, password)).toEqual(['535', '550']);
  });

  it('opens nothing under another name, for another sender, or for a suspended account', async () => {
    const { password } = (await add('Scanner')).data;
    const stranger = await makeAccount(app.database.db);
    expect(await mailAs(stranger.number, password)).toEqual(['535', '550']);
    expect(await mailAs('who@unproved.test', password)).toEqual(['535', '550']);
    const client = await rig.meet();
    await client.say(`AUTH PLAIN ${plain(account.number, password)}`);
    const source = mailSource({ from: 'other@unproved.test' });
    expect(await client.mail({ from: FROM, to: [`${account.number}@localhost`], source })).toMatch(
      /^550 5\.7\.1/,
    );
    client.close();
    await app.database.db
      .updateTable('account')
      .set({ state: 'suspended' })
      .where('id', '=', account.id)
      .execute();
    expect((await mailAs(account.number, password))[0]).toBe('535');
  });

  it('a scanner that logged in may send by itself; an automatic answer may not', async () => {
    const { password } = (await add('Scanner')).data;
    expect(await mailAs(account.number, password, ['Auto-Submitted: auto-generated'])).toEqual([
      '235',
      '250',
    ]);
    expect(await mailAs(account.number, password, ['Auto-Submitted: auto-replied'])).toEqual(['235', '550']);
  });

  it('belongs to one account, and there are at most twenty, also when many are made at once', async () => {
    const { id } = (await add('Scanner')).data;
    const stranger = await app.signIn((await makeAccount(app.database.db)).number);
    const foreign = await app.app.inject({ method: 'DELETE', url: URL, ...stranger, payload: { id } });
    expect([foreign.statusCode, await list(stranger)]).toEqual([404, []]);
    const answers = await Promise.all(Array.from({ length: 22 }, async (_, i) => await add(`no ${i}`)));
    expect(answers.filter(({ error }) => error === 'APP_PASSWORD_LIMIT')).toHaveLength(3);
    expect(await list()).toHaveLength(20);
    expect(
      (await app.app.inject({ method: 'POST', url: URL, ...owner, payload: { name: ' ' } })).statusCode,
    ).toBe(400);
  });
});
