import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { makeAccount, makeBrand } from '#test/factories.ts';
import { readMails } from '#test/mails.ts';
import { startApp } from '#test/start-app.ts';
import type { SignedIn, TestApp } from '#test/start-app.ts';

import { decideCancellation, listCancellations } from './decide-cancellations.ts';

const REQUEST = '/api/n1/db/f2e/CancellationRequest.json';
const GOOD = { contactemail: 'dana@example.com', contactphone: '212-555-0100' };

describe('a cancellation request', () => {
  let test: TestApp;
  let brandId: number;

  beforeAll(async () => {
    test = await startApp();
    brandId = await makeBrand(test.database.db);
    await test.database.db
      .updateTable('brand')
      .set({ cancellation_email: 'leaving@brand.example.com' })
      .where('id', '=', brandId)
      .execute();
  });
  afterAll(async () => await test.stop());

  const account = async () => {
    const made = await makeAccount(test.database.db, { brandId });
    return { ...made, who: await test.signIn(made.number) };
  };
  const request = async (who: SignedIn, body: object = GOOD) =>
    await test.app.inject({ method: 'POST', url: REQUEST, ...who, payload: body });
  const pending = async (who: SignedIn) =>
    (await test.app.inject({ url: '/api/n1/db/f2e/MainInterface.json', ...who })).json<{
      cancellationPending: string;
    }>().cancellationPending;

  it('[CANC-12] is stored, told to the provider and acknowledged, sets the flag, and is filed once', async () => {
    const a = await account();
    expect(await pending(a.who)).toBe('0');
    expect((await request(a.who)).json()).toEqual({ success: true });
    expect(await pending(a.who)).toBe('1');
    const again = await request(a.who);
    expect([again.statusCode, again.json<{ error: string }>().error]).toEqual([412, 'CANCELLATION_PENDING']);
    await test.runJobs();
    const mails = (await readMails(test.folder)).filter(({ template }) =>
      template.startsWith('cancellation'),
    );
    expect(mails.map(({ template, to }) => `${template} ${to}`).toSorted()).toEqual([
      `cancellation-ack ${GOOD.contactemail}`,
      `cancellation-ack ${a.email}`,
      'cancellation-request leaving@brand.example.com',
    ]);
    const told = mails.find(({ template }) => template === 'cancellation-request');
    expect(told?.text).toContain('Contact phone: 2125550100');
  });

  it('one of ten requests at once is filed', async () => {
    const a = await account();
    const answers = await Promise.all(Array.from({ length: 10 }, async () => await request(a.who)));
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect(answers.filter(({ statusCode }) => statusCode === 412)).toHaveLength(9);
  });

  it('[A-TENANT-13] concerns the signed-in account only, whatever the body names', async () => {
    const [a, b] = [await account(), await account()];
    const body = { ...GOOD, hid: '999', faxnumber: b.number, cancellationemail: 'thief@evil.example.com' };
    expect((await request(a.who, body)).statusCode).toBe(200);
    expect([await pending(a.who), await pending(b.who)]).toEqual(['1', '0']);
    const rows = await test.database.db
      .selectFrom('cancellation_request')
      .select(['account_id', 'client_fields'])
      .where('account_id', 'in', [a.id, b.id])
      .execute();
    expect(rows).toEqual([
      {
        account_id: a.id,
        client_fields: { hid: '999', faxnumber: b.number, cancellationemail: 'thief@evil.example.com' },
      },
    ]);
    const audit = await test.database.db
      .selectFrom('audit')
      .select(['account_id', 'actor_id'])
      .where('action', '=', 'cancellation.request')
      .where('account_id', 'in', [a.id, b.id])
      .execute();
    expect(audit).toEqual([{ account_id: a.id, actor_id: a.id }]);
    await test.runJobs();
    expect((await readMails(test.folder)).map(({ to }) => to)).not.toContain('thief@evil.example.com');
  });

  it('is decided by the operator, which clears the flag; only closing ends the service', async () => {
    const [a, b] = [await account(), await account()];
    for (const { who } of [a, b]) await request(who);
    const open = async () => await listCancellations(test.database, true);
    const of = async (id: number) => (await open()).find(({ accountId }) => accountId === id)?.id ?? 0;
    const [first, second] = [await of(a.id), await of(b.id)];
    const rejected = await decideCancellation(test.database, first, 'rejected', { close: null });
    expect(rejected).toMatchObject({ kind: 'ok', request: { state: 'rejected', number: a.number } });
    expect(await pending(a.who)).toBe('0');
    expect((await request(a.who)).statusCode).toBe(200);
    expect(
      (
        await decideCancellation(test.database, second, 'approved', {
          close: { restDays: 90, queueMail: async () => {} },
        })
      ).kind,
    ).toBe('ok');
    expect((await test.app.inject({ url: '/api/checkAuthToken', ...b.who })).statusCode).toBe(401);
    expect(await decideCancellation(test.database, second, 'rejected', { close: null })).toEqual({
      kind: 'refused',
      reason: `The cancellation ${second} is approved already.`,
    });
    expect((await decideCancellation(test.database, 9_999, 'approved', { close: null })).kind).toBe(
      'refused',
    );
  });

  it('is refused where the account has no such menu', async () => {
    const a = await account();
    await test.database.db
      .updateTable('account')
      .set({ show_cancellation_menu: false })
      .where('id', '=', a.id)
      .execute();
    expect((await request(a.who)).statusCode).toBe(412);
    expect(await pending(a.who)).toBe('0');
  });

  it('[CANC-05] [CANC-06] needs one e-mail address of at most 64 characters and a phone of 10 to 15 digits', async () => {
    const a = await account();
    const long = `${'x'.repeat(53)}@example.com`;
    const emails = ['', 'a', 'a@b', 'a@ok.test,b@ok.test', 'a@ok.test\r\nBcc: e@evil.test', long, null];
    for (const contactemail of emails)
      expect([contactemail, (await request(a.who, { ...GOOD, contactemail })).statusCode]).toEqual([
        contactemail,
        400,
      ]);
    for (const contactphone of ['', '212555010', '1'.repeat(16), '212555010a', null])
      expect([contactphone, (await request(a.who, { ...GOOD, contactphone })).statusCode]).toEqual([
        contactphone,
        400,
      ]);
    expect(await pending(a.who)).toBe('0');
  });
});
