import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { makeAccount, makeBrand } from '#test/factories.ts';
import { storeFax } from '#test/mailbox-rig.ts';
import { lastMail, readMails } from '#test/mails.ts';
import { startApp } from '#test/start-app.ts';
import type { SignedIn, TestApp } from '#test/start-app.ts';

const PATH = '/api/n1/db/f2e/SubAccount.json';

describe('[A-SUB-02] an address that somebody adds to an account', () => {
  let test: TestApp;
  let brandId: number;
  let account: Awaited<ReturnType<typeof makeAccount>>;
  let owner: SignedIn;
  let number = 0;
  let added: string;

  beforeAll(async () => {
    test = await startApp();
  });
  beforeEach(async () => {
    brandId = await makeBrand(test.database.db);
    account = await makeAccount(test.database.db, { brandId });
    owner = await test.signIn(account.number);
    number += 1;
    added = `added${number}@example.com`;
  });
  afterAll(async () => await test.stop());

  const askFirst = async () =>
    await test.database.db
      .updateTable('brand')
      .set({ confirm_receivers: true })
      .where('id', '=', brandId)
      .execute();
  const add = async (rights: object) =>
    await test.app.inject({
      method: 'POST',
      url: PATH,
      ...owner,
      payload: { email: added, ...rights },
    });
  const list = async () => (await test.app.inject({ url: PATH, ...owner })).json<unknown>();
  const confirm = async (key: string) =>
    (
      await test.app.inject({ method: 'POST', url: '/api/faxui/confirmAddress', payload: { key } })
    ).json<unknown>();

  /** Receives one more fax; returns the templates of all mails that an address has got. */
  const mailsAfterFax = async (to: string): Promise<string[]> => {
    const fax = await storeFax(test, account.id);
    await test.database.transaction(
      async (tx) => await test.mail.notices.arrived(tx, { accountId: account.id, faxId: fax.id }),
    );
    await test.runJobs();
    return (await readMails(test.folder)).filter((mail) => mail.to === to).map(({ template }) => template);
  };

  it('is told, as the owner is, and gets faxes at once', async () => {
    expect((await add({ ReceiveFaxes: '1' })).statusCode).toBe(200);
    expect(await list()).toEqual([{ Email: added, ReceiveFaxes: '1', SendFaxes: '0', Pending: '1' }]);
    expect(await mailsAfterFax(added)).toEqual(['subaccount-confirm', 'fax-received']);
    expect(await mailsAfterFax(account.email)).toContain('subaccount-added');
    const audit = test.database.db.selectFrom('audit').select('detail').where('account_id', '=', account.id);
    expect(await audit.where('action', '=', 'subaccount.add').execute()).toHaveLength(1);
  });

  it('gets its link again until it has confirmed; each link voids the one before', async () => {
    await add({ SendFaxes: '1' });
    await test.runJobs();
    const keyOf = async () =>
      new URL((await lastMail(test.folder, 'subaccount-confirm', added)).link).searchParams.get('key') ?? '';
    const resend = async (email: string, who = owner) =>
      await test.app.inject({
        method: 'POST',
        url: '/api/faxui/resendSubaccountLink',
        ...who,
        payload: { email },
      });
    const first = await keyOf();
    const stranger = await test.signIn((await makeAccount(test.database.db)).number);
    expect((await resend(added, stranger)).statusCode).toBe(404);
    expect((await resend('none@example.com')).statusCode).toBe(404);
    expect((await resend(added.toUpperCase())).json()).toEqual({ success: true });
    await test.runJobs();
    expect(await confirm(first)).toEqual({ outcome: 'invalid' });
    expect(await confirm(await keyOf())).toEqual({ outcome: 'confirmed' });
    expect(await list()).toEqual([{ Email: added, ReceiveFaxes: '0', SendFaxes: '1' }]);
    const late = await resend(added);
    expect([late.statusCode, late.json<{ error: string }>().error]).toEqual([412, 'ALREADY_CONFIRMED']);
    // An address that is removed and added again must confirm again.
    await test.app.inject({ method: 'DELETE', url: PATH, ...owner, payload: { email: added } });
    await add({ SendFaxes: '1' });
    expect(await list()).toMatchObject([{ Email: added, Pending: '1' }]);
  });

  it('gets no fax before it says so where the brand asks first, by whatever way it was added', async () => {
    await askFirst();
    await add({ ReceiveFaxes: '0' });
    await test.app.inject({
      method: 'PUT',
      url: PATH,
      ...owner,
      payload: { email: added, ReceiveFaxes: '1' },
    });
    expect(await list()).toEqual([{ Email: added, ReceiveFaxes: '1', SendFaxes: '0', Pending: '1' }]);
    expect(await mailsAfterFax(added)).toEqual(['subaccount-confirm']);
    expect(await mailsAfterFax(account.email)).toContain('subaccount-added');
    const link = new URL((await lastMail(test.folder, 'subaccount-confirm', added)).link);
    expect(link.pathname).toBe('/confirm-address');
    const key = link.searchParams.get('key') ?? '';
    expect(await confirm('x'.repeat(43))).toEqual({ outcome: 'invalid' });
    expect(await mailsAfterFax(added)).toEqual(['subaccount-confirm']);
    expect(await confirm(key)).toEqual({ outcome: 'confirmed' });
    expect(await confirm(key)).toEqual({ outcome: 'invalid' });
    expect(await list()).toEqual([{ Email: added, ReceiveFaxes: '1', SendFaxes: '0' }]);
    expect(await mailsAfterFax(added)).toEqual(['subaccount-confirm', 'fax-received']);
    for (const table of ['subaccount', 'mail_out', 'audit'] as const)
      expect(JSON.stringify(await test.database.db.selectFrom(table).selectAll().execute())).not.toContain(
        key,
      );
  });
});
