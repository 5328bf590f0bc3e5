import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { PASSWORD, makeAccount, makeBrand } from '#test/factories.ts';
import { NEW_PASSWORD, passwordRig } from '#test/password-rig.ts';
import type { PasswordRig } from '#test/password-rig.ts';
import { startApp } from '#test/start-app.ts';
import type { TestApp } from '#test/start-app.ts';
import { leastOf, workOf } from '#test/work-of.ts';
import type { Work } from '#test/work-of.ts';

const UNKNOWN = '2125557777';

describe('a forgotten password', () => {
  let test: TestApp;
  let rig: PasswordRig;
  let account: { id: number; number: string; email: string };

  beforeAll(async () => {
    test = await startApp();
    rig = passwordRig(test);
  });
  beforeEach(async () => {
    await rig.forgetAttempts();
    account = await makeAccount(test.database.db);
  });
  afterAll(async () => await test.stop());

  it('[FORGOT-07] a mail leads to the page of the account’s own brand, with a key that works once', async () => {
    const brandId = await makeBrand(test.database.db, { domain: 'fax.own.example', title: 'Own Fax' });
    const other = await makeAccount(test.database.db, { brandId });
    expect((await rig.forgot(other.number, { domain: 'evil.test' })).json()).toEqual({ success: true });
    const mail = await rig.lastMail('reset-password', other.email);
    expect(mail.link).toMatch(/^http:\/\/fax\.own\.example:8080\/reset-password\?token=[\w-]{43}$/u);
    expect(mail.from).toBe('Own Fax <no-reply@localhost>');
    const token = new URL(mail.link).searchParams.get('token') ?? '';
    const host = 'fax.own.example';
    expect((await rig.reset({ new_password: NEW_PASSWORD, token }, { host })).json()).toEqual({
      success: true,
    });
    expect(await rig.logsIn(other.number, NEW_PASSWORD)).toBe(true);
  });

  it('[FORGOT-08] an unknown number gets the same answer, and nobody gets a mail', async () => {
    const before = (await rig.mails('reset-password')).length;
    const known = await rig.forgot(account.number);
    const unknown = await rig.forgot(UNKNOWN);
    expect([unknown.statusCode, unknown.body]).toEqual([known.statusCode, known.body]);
    expect(await rig.mails('reset-password')).toHaveLength(before + 1);
  });

  it('[A-RESET-01] existing, missing and empty numbers: same status, headers, body and work', async () => {
    const works: Record<string, Work[]> = {};
    const answers = new Set<string>();
    for (let round = 0; round < 4; round += 1) {
      await rig.forgetAttempts();
      for (const [name, number] of Object.entries({ known: account.number, unknown: UNKNOWN, empty: '' })) {
        const { result, work } = await workOf(async () => await rig.forgot(number));
        (works[name] ??= []).push(work);
        const headers = Object.keys(result.headers).toSorted().join();
        answers.add(`${result.statusCode} ${headers} ${result.body}`);
      }
    }
    expect(answers.size).toBe(1);
    const [known, ...others] = Object.values(works).map(leastOf);
    for (const other of others) expect(other).toEqual(known);
  });

  it('[A-RESET-02] nobody’s mailbox is filled: five mails an hour, from wherever they are asked for, and the sixth request is refused for all alike', async () => {
    const statuses: Record<string, number[]> = {};
    for (const number of [account.number, UNKNOWN]) {
      await rig.forgetAttempts();
      for (let request = 0; request < 50; request += 1) {
        // Every other request comes from a new address: the limit is per mailbox.
        const address = request % 2 === 0 ? '127.0.0.1' : `10.${request}.1.1`;
        (statuses[number] ??= []).push((await rig.forgot(number, { address })).statusCode);
      }
    }
    const expected = Array.from({ length: 50 }, (_, request) => (request < 5 ? 200 : 429));
    expect(statuses[account.number]).toEqual(expected);
    expect(statuses[UNKNOWN]).toEqual(expected);
    expect(await rig.mails('reset-password', account.email)).toHaveLength(5);
  });

  it('one address asks for twenty numbers an hour at most', async () => {
    const statuses: number[] = [];
    for (let n = 0; n < 22; n += 1)
      statuses.push((await rig.forgot(String(2_125_556_000 + n), { address: '10.1.1.1' })).statusCode);
    expect(statuses).toEqual([...Array<number>(20).fill(200), 429, 429]);
    expect((await rig.forgot(UNKNOWN, { address: '10.1.1.2' })).statusCode).toBe(200);
  });

  it('a closed account gets no mail; a multifax administrator gets one by user name', async () => {
    const closed = await makeAccount(test.database.db, { state: 'closed' });
    await rig.forgot(closed.number);
    expect(await rig.mails('reset-password', closed.email)).toEqual([]);
    const parent = { username: 'Admin7', email: 'admin7@example.com', total_services: 1, total_pages: 1 };
    const { brand_id } = await test.database.db
      .selectFrom('account')
      .select('brand_id')
      .where('id', '=', account.id)
      .executeTakeFirstOrThrow();
    await test.database.db
      .insertInto('parent')
      .values({ ...parent, brand_id })
      .execute();
    await rig.forgot('', { username: 'admin7' });
    const token = new URL((await rig.lastMail('reset-password', parent.email)).link).searchParams.get(
      'token',
    );
    expect((await rig.reset({ new_password: NEW_PASSWORD, token })).statusCode).toBe(200);
    expect((await rig.mails('password-changed', parent.email)).length).toBe(1);
  });

  it('[A-RESET-03] a link works once, and the first password stays', async () => {
    const token = await rig.resetToken(account);
    expect((await rig.reset({ new_password: NEW_PASSWORD, token })).statusCode).toBe(200);
    const again = await rig.reset({ new_password: 'Second-9-word', token });
    expect([again.statusCode, again.json()]).toEqual([412, expect.objectContaining({ error: 'TOKEN_USED' })]);
    expect(await rig.logsIn(account.number, NEW_PASSWORD)).toBe(true);
    expect(await rig.logsIn(account.number, 'Second-9-word')).toBe(false);
  });

  it('two who follow a link at once: one of them sets the password', async () => {
    const token = await rig.resetToken(account);
    const answers = await Promise.all(
      ['First-7-word', 'Other-8-word'].map(async (new_password) => await rig.reset({ new_password, token })),
    );
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200, 412]));
  });

  it('[A-RESET-04] a link is dead after an hour, and the old password works', async () => {
    const token = await rig.resetToken(account);
    await rig.age(token, 59);
    expect((await rig.reset({ new_password: 'short', token })).json()).toMatchObject({
      error: 'PASSWORD_RULES',
    });
    await rig.age(token, 2);
    const late = await rig.reset({ new_password: NEW_PASSWORD, token });
    expect([late.statusCode, late.json()]).toEqual([
      412,
      expect.objectContaining({ error: 'TOKEN_EXPIRED' }),
    ]);
    expect(await rig.logsIn(account.number, PASSWORD)).toBe(true);
  });

  it('a newer link makes the earlier one worthless', async () => {
    const first = await rig.resetToken(account);
    const second = await rig.resetToken(account);
    expect((await rig.reset({ new_password: NEW_PASSWORD, token: first })).json()).toMatchObject({
      error: 'TOKEN_INVALID',
    });
    expect((await rig.reset({ new_password: NEW_PASSWORD, token: second })).statusCode).toBe(200);
  });

  it('[A-RESET-05] guessing ends after ten tries; the database holds no key', async () => {
    const token = await rig.resetToken(account);
    const dump = await test.database.pool.query('select * from token');
    const mails = await test.database.pool.query('select * from mail_out');
    expect(JSON.stringify([dump.rows, mails.rows])).not.toContain(token);
    expect(Buffer.from(token, 'base64url').length).toBeGreaterThanOrEqual(16);
    const statuses: number[] = [];
    for (let id = 1; id <= 100; id += 1)
      statuses.push(
        (await rig.reset({ new_password: NEW_PASSWORD, verify: '1', id, key: '0000' })).statusCode,
      );
    expect(statuses).toEqual([...Array<number>(10).fill(412), ...Array<number>(90).fill(429)]);
    expect((await rig.reset({ new_password: NEW_PASSWORD, token })).statusCode).toBe(429);
    expect((await rig.reset({ new_password: NEW_PASSWORD, token }, { address: '10.2.2.2' })).statusCode).toBe(
      200,
    );
  });

  it('[RESET-14] a used link ends every session and tells the owner; failed logins are forgotten', async () => {
    const session = await test.signIn(account.number);
    for (let guess = 0; guess < 11; guess += 1) await rig.logsIn(account.number, `Guess-${guess}`);
    const token = await rig.resetToken(account);
    expect(await rig.stands(session)).toBe(true);
    await rig.reset({ new_password: NEW_PASSWORD, token });
    expect(await rig.stands(session)).toBe(false);
    expect(await rig.logsIn(account.number, NEW_PASSWORD)).toBe(true);
    expect(await rig.logsIn(account.number, PASSWORD)).toBe(false);
    const [told, ...more] = await rig.mails('password-changed', account.email);
    expect(more).toEqual([]);
    expect(told?.text).toContain(account.number.replace(/(\d{3})(\d{3})/u, '$1-$2-'));
  });

  it('[RESET-05] [RESET-06] a password that breaks a rule, or is the old one, is refused and the link lives on', async () => {
    const token = await rig.resetToken(account);
    for (const bad of [
      '',
      'aB3-567',
      `aB3-${'x'.repeat(29)}`,
      'AB3-5678',
      'ab3-5678',
      'aBc-defg',
      'aB345678',
    ]) {
      const answer = await rig.reset({ new_password: bad, token });
      expect([bad, answer.statusCode, answer.json().error]).toEqual([bad, 400, 'PASSWORD_RULES']);
    }
    expect((await rig.reset({ new_password: PASSWORD, token })).json()).toMatchObject({
      error: 'PASSWORD_SAME_AS_OLD',
    });
    expect((await rig.reset({ new_password: 'aB3-5678', token })).statusCode).toBe(200);
    const longest = `aB3-${'x'.repeat(28)}`;
    const again = await rig.resetToken(account);
    expect((await rig.reset({ new_password: longest, token: again })).statusCode).toBe(200);
    expect(await rig.logsIn(account.number, longest)).toBe(true);
  });

  it('leaves audit rows without a secret', async () => {
    const token = await rig.resetToken(account);
    await rig.reset({ new_password: NEW_PASSWORD, token });
    const audit = await test.database.db
      .selectFrom('audit')
      .selectAll()
      .where('account_id', '=', account.id)
      .orderBy('id')
      .execute();
    expect(audit.map(({ action, actor_kind }) => [action, actor_kind])).toEqual([
      ['password.forgot', 'guest'],
      ['password.reset', 'guest'],
    ]);
    expect(JSON.stringify(audit)).not.toMatch(new RegExp(`${token}|${NEW_PASSWORD}`, 'u'));
  });
});
