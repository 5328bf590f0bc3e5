import { describe, expect, it } from 'vitest';

import { makeAccount, makeBrand, PASSWORD } from '#test/factories.ts';
import { logIn } from '#test/log-in.ts';
import { lastMail } from '#test/mails.ts';
import { startWithOwner } from '#test/owner-rig.ts';
import type { OwnerWorld } from '#test/owner-rig.ts';
import {
  GUEST,
  invitationKey,
  joinedBy,
  newEmail,
  peopleCalls,
  refusal,
  sessionOf,
} from '#test/people-rig.ts';
import { ask } from '#test/second-step-rig.ts';

let { test, account, owner } = {} as OwnerWorld;
startWithOwner((world) => ({ test, account, owner } = world));

const { accept, audited, invite, main, team } = peopleCalls(() => ({
  test,
  owner,
  accountId: account.id,
}));

describe('inviting', () => {
  it('mails a link that adds the person, who is logged in; the owner is told, and the trail says who joined', async () => {
    const email = newEmail();
    expect((await invite([email.toUpperCase(), email])).json()).toMatchObject({
      data: { invited: [email], skipped: [] },
    });
    expect((await team()).invitations).toMatchObject([
      { email, role: 'member', invitedBy: '', expired: false },
    ]);
    const token = await invitationKey(test, email);
    const read = await ask(test, ['POST', 'invitation'], GUEST, { token });
    expect(read.json()).toMatchObject({ email, role: 'member', faxNumber: account.number, known: false });
    const answer = await accept(token);
    expect(answer.json()).toEqual({ success: true, data: { loggedIn: true, node: 'n1', kind: 'user' } });
    const ana = sessionOf(answer);
    expect(await main(ana)).toMatchObject({
      id: String(account.id),
      person: { name: 'Ana Duarte', email, role: 'member' },
    });
    expect((await main(owner)).person).toBeNull();
    const { people, invitations, numberLogin } = await team();
    expect([people.map(({ name, you }) => [name, you]), invitations, numberLogin.you]).toEqual([
      [['Ana Duarte', false]],
      [],
      true,
    ]);
    await test.runJobs();
    expect((await lastMail(test.folder, 'sign-in-changed', account.email)).text).toContain(
      'accepted an invitation',
    );
    expect(await audited()).toEqual([
      { action: 'person.invite', actor: 'account', person: null },
      { action: 'person.join', actor: 'person', person: null },
    ]);
  });

  it('leaves out who is there or invited, and bounds how many there are', async () => {
    const { email } = await joinedBy(test, owner, { role: 'reader' });
    const waiting = newEmail();
    await invite([waiting]);
    const fresh = newEmail();
    expect((await invite([email, waiting, fresh])).json()).toMatchObject({
      data: { invited: [fresh], skipped: [email, waiting] },
    });
    await test.database.pool.query(
      `insert into invitation (account_id, email, role, token_hash, expires_at)
       select $1::bigint, 'many-' || n || '@people.test', 'reader', decode(md5($1::bigint || '/' || n), 'hex'), now() from generate_series(1, 97) n`,
      [account.id],
    );
    expect(refusal(await invite([newEmail()]))).toEqual([409, 'PEOPLE_LIMIT']);
    expect(refusal(await invite(Array.from({ length: 21 }, newEmail)))).toEqual([400, 'VALIDATION']);
    expect(refusal(await invite(['not an address']))).toEqual([400, 'VALIDATION']);
    expect(refusal(await invite([newEmail()], 'administrator'))).toEqual([400, 'VALIDATION']);
  });

  it('[A-PEOPLE-05] mails nobody more than three times a day, however often it is sent again', async () => {
    const email = newEmail();
    await invite([email]);
    const [invitation] = (await team()).invitations;
    const resend = async () => await ask(test, ['POST', 'invitations'], owner, { id: invitation?.id });
    expect([(await resend()).statusCode, (await resend()).statusCode]).toEqual([200, 200]);
    expect(refusal(await resend())).toEqual([429, 'ADDRESS_MAIL_LIMIT']);
  });
});

describe('the link of an invitation', () => {
  it('[A-PEOPLE-01] opens nothing twice, once withdrawn, once expired, once a newer one was sent, or at another brand', async () => {
    const email = newEmail();
    await invite([email]);
    const first = await invitationKey(test, email);
    const [invitation] = (await team()).invitations;
    const id = invitation?.id;
    await ask(test, ['POST', 'invitations'], owner, { id });
    expect(refusal(await accept(first))).toEqual([412, 'TOKEN_INVALID']);
    const second = await invitationKey(test, email);
    const brandId = await makeBrand(test.database.db, { domain: 'people-other.test' });
    expect(brandId).toBeGreaterThan(0);
    const elsewhere = { cookies: {}, headers: { host: 'people-other.test' } };
    const foreign = await ask(test, ['POST', 'acceptInvitation'], elsewhere, {
      token: second,
      name: 'Ana',
      password: PASSWORD,
    });
    expect(refusal(foreign)).toEqual([412, 'TOKEN_INVALID']);
    await test.database.pool.query(
      "update invitation set expires_at = now() - interval '1 s' where id = $1",
      [id],
    );
    expect(refusal(await accept(second))).toEqual([412, 'TOKEN_EXPIRED']);
    await ask(test, ['POST', 'invitations'], owner, { id });
    const third = await invitationKey(test, email);
    const both = await Promise.all([accept(third), accept(third)]);
    expect(both.map(({ statusCode }) => String(statusCode)).toSorted()).toEqual(['200', '412']);
    expect(refusal(await accept(third))).toEqual([412, 'TOKEN_INVALID']);
    const other = newEmail();
    await invite([other]);
    const withdrawn = await invitationKey(test, other);
    await ask(test, ['DELETE', 'invitations'], owner, { id: (await team()).invitations[0]?.id });
    expect(refusal(await accept(withdrawn))).toEqual([412, 'TOKEN_INVALID']);
    expect((await team()).people).toHaveLength(1);
  });

  it('can be declined, and asks for a name and a password by the brand’s rules', async () => {
    const email = newEmail();
    await invite([email]);
    const token = await invitationKey(test, email);
    expect(refusal(await accept(token, { name: '', password: PASSWORD }))).toEqual([400, 'VALIDATION']);
    expect(refusal(await accept(token, { name: 'Ana', password: 'short' }))).toEqual([400, 'PASSWORD_RULES']);
    const named = await accept(token, { name: 'Annabella', password: 'Annabella-7' });
    expect(refusal(named)).toEqual([400, 'PASSWORD_RULES']);
    expect((await ask(test, ['POST', 'declineInvitation'], GUEST, { token })).json()).toEqual({
      success: true,
    });
    expect(refusal(await accept(token))).toEqual([412, 'TOKEN_INVALID']);
    expect((await team()).invitations).toEqual([]);
  });

  it('[A-PEOPLE-10] no name is taken that looks like an address, or has two lines: it stands in mails to strangers', async () => {
    const { session } = await joinedBy(test, owner, { role: 'owner' });
    const rename = async (name: string) => await ask(test, ['PUT', 'profile'], session, { name });
    const names = ['see evil.example', 'http:x', 'a@b', '<b>Ana', 'Ana\nclick here', 'x/y', ''];
    for (const name of names)
      expect([name, ...refusal(await rename(name))]).toEqual([name, 400, 'VALIDATION']);
    for (const name of ['Dr. J.R.R. O’Neil-Łuk', '山田 太郎', 'Ana'])
      expect([name, (await rename(name)).statusCode]).toEqual([name, 200]);
    const email = newEmail();
    await invite([email]);
    const token = await invitationKey(test, email);
    const named = await accept(token, { name: 'see evil.example', password: PASSWORD });
    expect(refusal(named)).toEqual([400, 'VALIDATION']);
  });

  it('[A-PEOPLE-02] never sets the password of somebody who has a login, nor logs them in', async () => {
    const { email } = await joinedBy(test, owner, { role: 'member' });
    const other = await makeAccount(test.database.db);
    const otherOwner = await test.signIn(other.number);
    await invite([email], 'reader', otherOwner);
    const token = await invitationKey(test, email);
    const answer = await accept(token, { name: 'Mallory', password: 'Stolen-horse-9' });
    expect(answer.json()).toEqual({ success: true, data: { loggedIn: false, node: '', kind: 'user' } });
    expect(answer.cookies).toEqual([]);
    expect((await logIn(test, email, 'Stolen-horse-9')).statusCode).toBe(412);
    const back = await logIn(test, email, PASSWORD);
    expect(back.statusCode).toBe(200);
    const accounts = (await ask(test, ['GET', 'ownAccounts'], sessionOf(back))).json<{
      accounts: { faxNumber: string; role: string }[];
    }>().accounts;
    expect(accounts.map(({ faxNumber, role }) => `${faxNumber} ${role}`).toSorted()).toEqual(
      [`${account.number} member`, `${other.number} reader`].toSorted(),
    );
    expect((await main(sessionOf(back))).person?.name).toBe('Ana Duarte');
  });
});
