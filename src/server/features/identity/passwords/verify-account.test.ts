import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { createAccounts } from '#server/features/customers/accounts/accounts.service.ts';
import type { Accounts } from '#server/features/customers/accounts/accounts.service.ts';
import { makeAccount } from '#test/factories.ts';
import { NEW_PASSWORD, passwordRig } from '#test/password-rig.ts';
import type { PasswordRig } from '#test/password-rig.ts';
import { startApp } from '#test/start-app.ts';
import type { TestApp } from '#test/start-app.ts';

import { sendVerification } from './password.service.ts';

const NOTHING = { valid: false, expired: false, alreadyVerified: false, redirectVerify: false, verify: '' };

describe('verification', () => {
  let test: TestApp;
  let rig: PasswordRig;
  let accounts: Accounts;
  let next = 2_125_559_100;

  beforeAll(async () => {
    test = await startApp();
    rig = passwordRig(test);
    const { database, queueMail } = test;
    accounts = createAccounts({ database, node: 'n1', zone: 'America/New_York', queueMail });
    await makeAccount(database.db);
  });
  beforeEach(async () => await rig.forgetAttempts());
  afterAll(async () => await test.stop());

  const newAccount = async () => {
    const { id: brandId } = await test.database.db.selectFrom('brand').select('id').executeTakeFirstOrThrow();
    const number = String((next += 1));
    const email = `${number}@example.com`;
    const change = await accounts.addAccount({ brandId, number: { number }, email });
    if (change.kind !== 'ok') throw new Error(change.reason);
    return { id: change.account.id, number, email, ...(await linkTo(email)) };
  };
  const verified = async () => {
    const account = await makeAccount(test.database.db);
    await test.database.transaction(async (tx) => await sendVerification(tx, test.queueMail, account.id));
    return { ...account, ...(await linkTo(account.email)) };
  };
  const linkTo = async (email: string) => {
    const { searchParams, pathname } = new URL((await rig.lastMail('verify-account', email)).link);
    expect(pathname).toBe('/verify');
    return { linkId: searchParams.get('id') ?? '', key: searchParams.get('key') ?? '' };
  };

  it('[VERIFY-02] answers the five flags, at both places', async () => {
    const { linkId, key } = await verified();
    const answer = await rig.verify(linkId, key);
    expect(answer.statusCode).toBe(200);
    const flags = { ...NOTHING, valid: true, verify: '1' };
    expect(answer.json()).toEqual({ ...flags, verification: flags });
  });

  it('a second visit says that it is done; the address is proved', async () => {
    const { id, linkId, key } = await verified();
    await rig.verify(linkId, key);
    const again = (await rig.verify(linkId, key)).json();
    expect(again.verification).toEqual({ ...NOTHING, valid: true, alreadyVerified: true });
    const row = await test.database.db
      .selectFrom('account')
      .select('email_verified_at')
      .where('id', '=', id)
      .executeTakeFirst();
    expect(row?.email_verified_at).toBeInstanceOf(Date);
  });

  it('an account that the operator made without a password gets its first one through the link, once', async () => {
    const { number, linkId, key } = await newAccount();
    expect((await rig.verify(linkId, key)).json().verification).toEqual({
      ...NOTHING,
      valid: true,
      redirectVerify: true,
      verify: '1',
    });
    const link = { verify: '1', id: linkId, key };
    expect((await rig.reset({ ...link, new_password: 'short' })).json()).toMatchObject({
      error: 'PASSWORD_RULES',
    });
    expect((await rig.reset({ ...link, new_password: NEW_PASSWORD })).json()).toEqual({ success: true });
    expect(await rig.logsIn(number, NEW_PASSWORD)).toBe(true);
    expect((await rig.reset({ ...link, new_password: 'Second-9-word' })).json()).toMatchObject({
      error: 'TOKEN_USED',
    });
    expect((await rig.verify(linkId, key)).json().alreadyVerified).toBe(true);
  });

  it('a verification link never replaces a password, also when it was set meanwhile', async () => {
    const { id, linkId, key, number } = await newAccount();
    await accounts.resetPassword(id, NEW_PASSWORD);
    const answer = await rig.reset({ verify: '1', id: linkId, key, new_password: 'Second-9-word' });
    expect(answer.json()).toMatchObject({ error: 'TOKEN_INVALID' });
    expect(await rig.logsIn(number, NEW_PASSWORD)).toBe(true);
    expect((await rig.verify(linkId, key)).json()).toMatchObject({ valid: true, redirectVerify: false });
  });

  it('a link is too old after seven days', async () => {
    const { linkId, key } = await verified();
    await rig.age(key, 7 * 24 * 60 - 5);
    await rig.age(key, 10);
    expect((await rig.verify(linkId, key)).json().verification).toEqual({ ...NOTHING, expired: true });
  });

  it('a link of an address that the account no longer has is invalid', async () => {
    const { id, linkId, key } = await verified();
    await test.database.db
      .updateTable('account')
      .set({ admin_email: 'new@example.com' })
      .where('id', '=', id)
      .execute();
    expect((await rig.verify(linkId, key)).json().verification).toEqual(NOTHING);
  });

  it('[A-RESET-10] who guesses learns nothing: not from ids, not from keys, not from repetition', async () => {
    const { linkId, key } = await verified();
    const guesses: [string | number, string][] = [
      [Number(linkId) + 1, key],
      [linkId, 'x'.repeat(43)],
      [linkId, ''],
      ['abc', key],
      [999_999, key],
    ];
    for (const [id, tried] of guesses) {
      const answer = await rig.verify(id, tried);
      expect([answer.statusCode, answer.json()]).toEqual([200, { ...NOTHING, verification: NOTHING }]);
    }
    for (let guess = 0; guess < 5; guess += 1) await rig.verify(linkId, 'y');
    expect((await rig.verify(linkId, key)).statusCode).toBe(429);
    // The link itself shows nothing more either, whether it is used for the first time or again.
    const flags = { ...NOTHING, valid: true };
    for (const seen of [
      { ...flags, verify: '1' },
      { ...flags, alreadyVerified: true },
      { ...flags, alreadyVerified: true },
    ])
      expect((await rig.verify(linkId, key, '10.3.3.3')).json()).toEqual({ ...seen, verification: seen });
  });
});
