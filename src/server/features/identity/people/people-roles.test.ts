import { describe, expect, it } from 'vitest';

import { makeAccount, PASSWORD } from '#test/factories.ts';
import { logIn } from '#test/log-in.ts';
import { startWithOwner } from '#test/owner-rig.ts';
import type { OwnerWorld } from '#test/owner-rig.ts';
import { invitationKey, joinedBy, newEmail, peopleCalls, refusal, sessionOf } from '#test/people-rig.ts';
import { ask } from '#test/second-step-rig.ts';

let { test, account, owner } = {} as OwnerWorld;
startWithOwner((world) => ({ test, account, owner } = world));

const { accept, audited, invite, main, stands, team } = peopleCalls(() => ({
  test,
  owner,
  accountId: account.id,
}));

describe('a role', () => {
  it('counts from the next call on: a reader who becomes a member sends, one who is removed is out', async () => {
    const { id, session } = await joinedBy(test, owner, { role: 'reader' });
    const addGroup = async () => await ask(test, ['POST', 'addContactGroup'], session, { name: 'Night' });
    expect(refusal(await addGroup())).toEqual([403, 'ROLE_NOT_ALLOWED']);
    const change = async (role: string, as = owner) => await ask(test, ['PUT', 'people'], as, { id, role });
    expect(refusal(await change('owner', session))).toEqual([403, 'ROLE_NOT_ALLOWED']);
    await change('member');
    expect((await addGroup()).statusCode).toBe(200);
    await change('owner');
    expect(refusal(await change('reader', session))).toEqual([409, 'OWN_ROLE']);
    expect((await ask(test, ['GET', 'people'], session)).statusCode).toBe(200);
    expect(await stands(session)).toBe(true);
    expect((await ask(test, ['DELETE', 'people'], owner, { id })).statusCode).toBe(200);
    expect(await stands(session)).toBe(false);
    expect((await audited()).slice(2)).toEqual([
      { action: 'person.role', actor: 'account', person: null },
      { action: 'person.role', actor: 'account', person: null },
      { action: 'person.remove', actor: 'account', person: null },
    ]);
  });

  it('[A-PEOPLE-03] of another account’s people is unknown, to its owners too', async () => {
    const other = await makeAccount(test.database.db);
    const { id } = await joinedBy(test, await test.signIn(other.number), { role: 'member' });
    const { session } = await joinedBy(test, owner, { role: 'owner' });
    for (const as of [owner, session]) {
      expect(refusal(await ask(test, ['PUT', 'people'], as, { id, role: 'owner' }))).toEqual([
        404,
        'NOT_FOUND',
      ]);
      expect(refusal(await ask(test, ['DELETE', 'people'], as, { id }))).toEqual([404, 'NOT_FOUND']);
    }
    const switched = await ask(test, ['POST', 'switchAccount'], session, { account: other.id });
    expect(refusal(switched)).toEqual([404, 'NOT_FOUND']);
    expect(refusal(await ask(test, ['POST', 'switchAccount'], owner, { account: other.id }))).toEqual([
      404,
      'NOT_FOUND',
    ]);
  });

  it('what somebody does under their own name says so in the trail', async () => {
    const { id, session } = await joinedBy(test, owner, { role: 'owner' });
    await invite([newEmail()], 'reader', session);
    expect((await team()).invitations[0]?.invitedBy).toBe('Ana Duarte');
    expect((await audited()).at(-1)).toEqual({ action: 'person.invite', actor: 'account', person: id });
    await ask(test, ['PUT', 'profile'], session, { name: 'Ana D.' });
    expect((await main(session)).person?.name).toBe('Ana D.');
    expect((await audited()).at(-1)).toEqual({ action: 'person.rename', actor: 'account', person: id });
  });
});

describe('going from one account to another', () => {
  it('opens a session there and ends the one of before; the next login opens the one used last', async () => {
    const { email, session } = await joinedBy(test, owner, { role: 'member' });
    const other = await makeAccount(test.database.db, { hipaa: true });
    await invite([email], 'reader', await test.signIn(other.number));
    await accept(await invitationKey(test, email));
    const answer = await ask(test, ['POST', 'switchAccount'], session, { account: other.id });
    expect(answer.json()).toEqual({ success: true, data: { node: 'n1', kind: 'user' } });
    const there = sessionOf(answer);
    expect(await main(there)).toMatchObject({ id: String(other.id), person: { role: 'reader' } });
    expect(await stands(session)).toBe(false);
    const { rows } = await test.database.pool.query<{ idle: number }>(
      'select idle_seconds as idle from session where subject_id = $1 and person_id is not null',
      [other.id],
    );
    expect(rows).toEqual([{ idle: 900 }]);
    expect((await main(sessionOf(await logIn(test, email, PASSWORD)))).id).toBe(String(other.id));
  });

  it('leaving one lets somebody log in to what is left, and to nothing in the end', async () => {
    const { email, session } = await joinedBy(test, owner, { role: 'member' });
    const other = await makeAccount(test.database.db);
    await invite([email], 'member', await test.signIn(other.number));
    await accept(await invitationKey(test, email));
    expect((await ask(test, ['POST', 'leaveAccount'], session)).statusCode).toBe(200);
    expect(await stands(session)).toBe(false);
    const left = sessionOf(await logIn(test, email, PASSWORD));
    expect((await main(left)).id).toBe(String(other.id));
    await ask(test, ['POST', 'leaveAccount'], left);
    expect((await logIn(test, email, PASSWORD)).statusCode).toBe(412);
    expect(refusal(await ask(test, ['POST', 'leaveAccount'], owner))).toEqual([404, 'NOT_FOUND']);
    expect((await audited()).at(-1)?.action).toBe('person.leave');
  });

  it('[A-PEOPLE-09] what a page of the account before asks for is not done on the other one', async () => {
    const { email, session } = await joinedBy(test, owner, { role: 'member' });
    const other = await makeAccount(test.database.db);
    await invite([email], 'member', await test.signIn(other.number));
    await accept(await invitationKey(test, email));
    const there = sessionOf(await ask(test, ['POST', 'switchAccount'], session, { account: other.id }));
    const addGroup = async (shown: number) =>
      await ask(
        test,
        ['POST', 'addContactGroup'],
        { ...there, headers: { ...there.headers, 'x-account': String(shown) } },
        { name: 'Night' },
      );
    expect(refusal(await addGroup(account.id))).toEqual([409, 'ACCOUNT_SWITCHED']);
    const groups = await test.database.pool.query('select from contact_group where account_id in ($1, $2)', [
      account.id,
      other.id,
    ]);
    expect(groups.rowCount).toBe(0);
    expect((await addGroup(other.id)).statusCode).toBe(200);
  });
});
