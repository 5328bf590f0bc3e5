import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { lastMail, readMails } from '#test/mails.ts';
import { makeManagedAccount, signInAdministrator } from '#test/multifax-rig.ts';
import type { AdministratorPerson } from '#test/multifax-rig.ts';
import { startApp } from '#test/start-app.ts';
import type { TestApp } from '#test/start-app.ts';

const CHANGE = '/api/faxui/changeService.json';

describe('another address for an account', () => {
  let test: TestApp;
  let parent: AdministratorPerson;
  let child: Awaited<ReturnType<typeof makeManagedAccount>>;

  beforeAll(async () => {
    test = await startApp();
  });
  beforeEach(async () => {
    parent = await signInAdministrator(test, { services: 5 });
    child = await makeManagedAccount(test.database.db, parent);
  });
  afterAll(async () => await test.stop());

  it('a changed address is used once its link was followed; the one before works until then', async () => {
    const wanted = `wanted-${child.id}@example.com`;
    const change = async (email: string) => await parent.send('POST', CHANGE, { id: child.id, email });
    const row = async () => (await parent.list()).accountList.find(({ uid }) => uid === String(child.id));
    const resend = async () => await parent.send('POST', '/api/faxui/resendServiceLink', { id: child.id });
    const follow = async () => {
      await test.runJobs();
      const { link } = await lastMail(test.folder, 'verify-account', wanted);
      const { searchParams } = new URL(link);
      const payload = { id: searchParams.get('id'), key: searchParams.get('key') };
      const answer = await test.app.inject({ method: 'POST', url: '/api/faxui/verify.json', payload });
      return { payload, verify: answer.json<{ verify: string }>().verify };
    };
    const forgotten = async () => {
      await test.app.inject({
        method: 'POST',
        url: '/api/faxui/forgotPassword.json',
        payload: { faxnumber: child.number },
      });
      await test.runJobs();
      const resets = (await readMails(test.folder)).filter(({ template }) => template === 'reset-password');
      return resets.map(({ to }) => to);
    };
    expect((await resend()).json()).toMatchObject({ error: 'ALREADY_CONFIRMED' });
    await change(wanted);
    expect(await row()).toMatchObject({ email: wanted, emailProved: '0', workingEmail: child.email });
    // A new password would open the account: its link goes to the confirmed address.
    expect(await forgotten()).toEqual([child.email]);
    // After a change back, the link is worthless.
    await change(child.email);
    expect(await row()).toMatchObject({ email: child.email, emailProved: '1', workingEmail: child.email });
    expect((await follow()).verify).toBe('');

    await test.database.pool.query('delete from mail_out');
    await change(wanted);
    expect((await resend()).json()).toEqual({ success: true });
    const { payload, verify } = await follow();
    expect(verify).toBe('1');
    expect(await row()).toMatchObject({ email: wanted, emailProved: '1', workingEmail: wanted });
    // The link only confirmed the address: its key sets no password.
    const reset = { ...payload, verify: '1', new_password: 'Harbor7light!' };
    const set = await test.app.inject({
      method: 'POST',
      url: '/api/faxui/resetPassword.json',
      payload: reset,
    });
    expect(set.statusCode).toBe(412);
    const stranger = await signInAdministrator(test);
    expect((await stranger.send('POST', '/api/faxui/resendServiceLink', { id: child.id })).statusCode).toBe(
      404,
    );
  });

  it('an address that never was proved is replaced at once', async () => {
    await test.database.pool.query(
      "update account set email_verified_at = null, known_before = true, sends_until = now() + interval '9 days' where id = $1",
      [child.id],
    );
    const email = `typo-${child.id}@example.com`;
    await parent.send('POST', CHANGE, { id: child.id, email });
    const { rows } = await test.database.pool.query(
      'select admin_email, new_email, known_before, sends_until from account where id = $1',
      [child.id],
    );
    expect(rows).toEqual([{ admin_email: email, new_email: null, known_before: false, sends_until: null }]);
  });
});
