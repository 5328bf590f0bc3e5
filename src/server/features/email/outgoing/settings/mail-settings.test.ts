import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';

import { makeAccount } from '#test/factories.ts';
import { startApp } from '#test/start-app.ts';
import type { SignedIn, TestApp } from '#test/start-app.ts';

const PATH = '/api/faxui/mailDelivery.json';
const USUAL = { copy: 'pdf', sendNotices: 'failed', report: '0', usage: '1', documents: true, troubles: [] };
let test: TestApp;
let account: Awaited<ReturnType<typeof makeAccount>>;
let who: SignedIn;

beforeAll(async () => {
  test = await startApp();
});
beforeEach(async () => {
  account = await makeAccount(test.database.db);
  who = await test.signIn(account.number);
});
afterAll(async () => await test.stop());

const read = async (session = who) => (await test.app.inject({ url: PATH, ...session })).json<unknown>();
const change = async (payload: object) =>
  await test.app.inject({ method: 'PUT', url: PATH, ...who, payload });
const tryAgain = async (email: string, session = who) =>
  await test.app.inject({
    method: 'POST',
    url: '/api/faxui/mailTryAgain.json',
    ...session,
    payload: { email },
  });
const refuse = async (to: string, times: number) => {
  for (let time = 0; time < times; time += 1)
    await test.database.transaction(
      async (tx) =>
        await test.mail.bounces.noteRefusal(tx, {
          accountId: account.id,
          to,
          status: '5.1.1',
          detail: 'no such user',
        }),
    );
};
const actions = async () =>
  (
    await test.database.db
      .selectFrom('audit')
      .select('action')
      .where('account_id', '=', account.id)
      .where('action', 'like', 'mail.%')
      .orderBy('id')
      .execute()
  ).map(({ action }) => action);

it('are read and changed one by one, with a row in the audit', async () => {
  expect(await read()).toEqual(USUAL);
  expect((await change({ copy: 'tiff' })).json()).toEqual({
    success: true,
    data: { ...USUAL, copy: 'tiff' },
  });
  await change({ sendNotices: 'all', report: '1' });
  await change({ sendNotices: 'sent', usage: '0' });
  const now = { ...USUAL, copy: 'tiff', sendNotices: 'sent', report: '1', usage: '0' };
  expect(await read()).toEqual(now);
  expect(await actions()).toEqual(['mail.settings', 'mail.settings', 'mail.settings']);
});

it('take nothing else', async () => {
  for (const payload of [{ copy: 'exe' }, { sendNotices: 'some' }, { report: '2' }, { usage: '2' }])
    expect((await change(payload)).statusCode).toBe(400);
  await change({ documents: false, isHIPAA: 0 });
  expect(await read()).toEqual(USUAL);
});

it('say that documents of an account with health records do not travel', async () => {
  const hipaa = await makeAccount(test.database.db, { hipaa: true });
  expect(await read(await test.signIn(hipaa.number))).toMatchObject({ documents: false });
});

it('name addresses that mails came back from; the owner tries again, nobody else', async () => {
  await refuse('Gone@example.com', 1);
  expect(await read()).toMatchObject({
    troubles: [{ email: 'gone@example.com', reason: 'unknown', suspended: false }],
  });
  await refuse('gone@example.com', 2);
  expect(await read()).toMatchObject({ troubles: [{ suspended: true }] });
  const stranger = await test.signIn((await makeAccount(test.database.db)).number);
  expect(await read(stranger)).toEqual(USUAL);
  expect((await tryAgain('gone@example.com', stranger)).statusCode).toBe(404);
  expect((await tryAgain('GONE@example.com')).json()).toEqual({ success: true });
  expect(await read()).toEqual(USUAL);
  expect((await tryAgain('gone@example.com')).statusCode).toBe(404);
  expect(await actions()).toEqual(['mail.suspended', 'mail.resumed']);
});
