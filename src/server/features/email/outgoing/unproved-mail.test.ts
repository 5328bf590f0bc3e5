import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { makeAccount } from '#test/factories.ts';
import { storeFax } from '#test/mailbox-rig.ts';
import { lastMail, readMails } from '#test/mails.ts';
import { makeManagedAccount, signInAdministrator } from '#test/multifax-rig.ts';
import type { AdministratorPerson } from '#test/multifax-rig.ts';
import { startApp } from '#test/start-app.ts';
import type { TestApp } from '#test/start-app.ts';

const SUBACCOUNT = '/api/n1/db/f2e/SubAccount.json';
const CHANGE = '/api/faxui/changeService.json';
const RESEND = '/api/faxui/resendSubaccountLink';
const TIMES = 25;

/** Repeats an action 25 times; returns the first response that was a refusal. */
const repeat = async (act: (time: number) => ReturnType<AdministratorPerson['send']>) => {
  let refused: Awaited<ReturnType<AdministratorPerson['send']>> | undefined;
  for (let time = 0; time < TIMES; time += 1) {
    const answer = await act(time);
    if (answer.statusCode !== 200) refused ??= answer;
  }
  return refused;
};

describe('mails to addresses that have not confirmed', () => {
  let test: TestApp;
  let parent: AdministratorPerson;
  let account: Awaited<ReturnType<typeof makeManagedAccount>>;
  let victim: string;
  let next = 0;

  beforeAll(async () => {
    test = await startApp();
  });
  beforeEach(async () => {
    await test.database.pool.query('delete from mail_out');
    await test.database.pool.query('delete from login_failure');
    parent = await signInAdministrator(test, { services: 5 });
    account = await makeManagedAccount(test.database.db, parent);
    victim = `victim${(next += 1)}@stranger.test`;
  });
  afterAll(async () => await test.stop());

  const sub = async (method: 'POST' | 'DELETE', email: string, uid = account.id) =>
    await parent.send(method, SUBACCOUNT, { uid, email, ReceiveFaxes: '1' });
  const mailsTo = async (match: string | RegExp) => {
    await test.runJobs();
    return (await readMails(test.folder)).filter(({ to }) =>
      typeof match === 'string' ? to === match : match.test(to),
    ).length;
  };
  const forget = async (interval: string) =>
    await test.database.pool.query('update mail_out set created_at = created_at - $1::interval', [interval]);

  it('[A-SUB-06] one address gets three a day, an account sends twenty an hour, and the refusal says when it goes on', async () => {
    // One address, repeatedly added and removed.
    const one = await repeat(async () => {
      const added = await sub('POST', victim);
      await sub('DELETE', victim);
      return added;
    });
    expect([one?.statusCode, one?.json<{ error: string }>().error]).toEqual([429, 'ADDRESS_MAIL_LIMIT']);
    expect(one?.json<{ message: string }>().message).toContain('in about 24 h');
    expect(Number(one?.headers['retry-after'])).toBeGreaterThan(86_000);
    expect(await mailsTo(victim)).toBe(3);
    // Another account's mails to it count, too.
    const sibling = await makeManagedAccount(test.database.db, parent);
    expect((await sub('POST', victim, sibling.id)).statusCode).toBe(429);
    await forget('1 day');
    expect((await sub('POST', victim)).statusCode).toBe(200);

    // Many addresses.
    await test.database.pool.query('delete from mail_out');
    const many = await repeat(async (time) => {
      const added = await sub('POST', `many${time}-${victim}`);
      await sub('DELETE', `many${time}-${victim}`);
      return added;
    });
    expect([many?.statusCode, many?.json<{ error: string }>().error]).toEqual([429, 'ACCOUNT_MAIL_LIMIT']);
    expect(many?.json<{ message: string }>().message).toMatch(/in about (?:59|60) min/);
    expect(await mailsTo(/^many/)).toBe(20);
    await forget('1 hour');
    expect((await sub('POST', `late-${victim}`)).statusCode).toBe(200);

    // The same by changing the account's address: alternating between two, then with many.
    await test.database.pool.query('delete from mail_out');
    const turns = await repeat(
      async (time) =>
        await parent.send('POST', CHANGE, { id: account.id, email: `${time % 2}turn-${victim}` }),
    );
    expect(turns?.statusCode).toBe(429);
    expect(await mailsTo(`0turn-${victim}`)).toBeLessThanOrEqual(3);
    expect(await mailsTo(`1turn-${victim}`)).toBeLessThanOrEqual(3);
    const changes = await repeat(
      async (time) => await parent.send('POST', CHANGE, { id: account.id, email: `new${time}-${victim}` }),
    );
    expect(changes?.json<{ error: string }>().error).toBe('ACCOUNT_MAIL_LIMIT');
    expect(await mailsTo(/turn-|^new\d/)).toBeLessThanOrEqual(20);

    // And by «forgot password» for an account whose address was never confirmed.
    await test.database.pool.query('delete from mail_out');
    const forgotten = `forgotten-${victim}`;
    const { number, id } = await makeAccount(test.database.db, { verified: false });
    await test.database.pool.query('update account set admin_email = $2 where id = $1', [id, forgotten]);
    const refusal = await repeat(
      async () =>
        await test.app.inject({
          method: 'POST',
          url: '/api/faxui/forgotPassword.json',
          payload: { faxnumber: number },
        }),
    );
    expect(refusal?.statusCode).toBe(429);
    expect(await mailsTo(forgotten)).toBe(3);
  });

  it('ten at once are no way around it, nor are links that are sent again or faxes', async () => {
    expect((await sub('POST', victim)).statusCode).toBe(200);
    const again = await Promise.all(
      Array.from(
        { length: 10 },
        async () => await parent.send('POST', RESEND, { uid: account.id, email: victim }),
      ),
    );
    expect(again.filter(({ statusCode }) => statusCode === 200)).toHaveLength(2);
    for (let fax = 0; fax < 3; fax += 1) await receive();
    expect(await mailsTo(victim)).toBe(3);
  });

  it('an address that has confirmed gets all of its mails', async () => {
    await sub('POST', victim);
    await test.runJobs();
    const key = new URL((await lastMail(test.folder, 'subaccount-confirm', victim)).link).searchParams.get(
      'key',
    );
    await test.app.inject({ method: 'POST', url: '/api/faxui/confirmAddress', payload: { key } });
    for (let fax = 0; fax < 5; fax += 1) await receive();
    expect(await mailsTo(victim)).toBe(6);
  });

  const receive = async () => {
    const fax = await storeFax(test, account.id);
    await test.database.transaction(
      async (tx) => await test.mail.notices.arrived(tx, { accountId: account.id, faxId: fax.id }),
    );
  };
});
