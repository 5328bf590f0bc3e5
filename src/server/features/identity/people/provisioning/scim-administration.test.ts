import { expect, it } from 'vitest';

import { lastMail, readMails } from '#test/mails.ts';
import { GUEST, joinedBy, peopleCalls, refusal } from '#test/people-rig.ts';
import { newAddress, startDirectories } from '#test/scim-rig.ts';
import type { DirectoryWorld } from '#test/scim-rig.ts';
import { ask as askPage } from '#test/second-step-rig.ts';

let { test, directory, owner, page } = {} as DirectoryWorld;
startDirectories((world) => ({ test, directory, owner, page } = world));

const { stands, team } = peopleCalls(() => ({ test, owner, accountId: directory.account.id }));
const OFF = { Operations: [{ op: 'replace', path: 'active', value: false }] };
const give = async (group: string, account: number | null, role: string) =>
  await askPage(test, ['PUT', 'groupRole'], page, { group, account: account && String(account), role });
const people = async () => (await team(page)).people;
const onAccount = async () => (await team()).people;

it('groups give roles for the administrator itself, beside those on accounts', async () => {
  const email = newAddress();
  const user = await directory.addUser(email);
  const finance = await directory.addGroup('finance', [user]);
  await give(finance, null, 'billing');
  await give(finance, directory.account.id, 'reader');
  expect(await people()).toMatchObject([{ email, role: 'billing', fromDirectory: true }]);
  expect(await onAccount()).toMatchObject([{ email, role: 'reader', fromDirectory: true }]);
  await give(await directory.addGroup('chiefs', [user]), null, 'administrator');
  expect(await people()).toMatchObject([{ role: 'administrator' }]);
  const { groups } = (await askPage(test, ['GET', 'provisioning'], page)).json();
  const [own] = groups.find(({ name }: { name: string }) => name === 'chiefs').roles;
  expect(own).toMatchObject({ role: 'administrator', account: null });
  await askPage(test, ['DELETE', 'groupRole'], page, { id: own.id });
  expect(await people()).toMatchObject([{ role: 'billing' }]);
  expect(refusal(await give(finance, directory.account.id, 'auditor'))).toEqual([400, 'VALIDATION']);
  await directory.ask('PATCH', `/Users/${user}`, OFF);
  expect([await people(), await onAccount()]).toEqual([[], []]);
  const { rows } = await test.database.pool.query<{ action: string }>(
    `select distinct action from audit where object = $1 and action like 'person.%' order by 1`,
    [`parent/${directory.parent.id}`],
  );
  expect(rows.map(({ action }) => action)).toEqual(['person.join', 'person.role']);
});

it('ends what they do for the administrator, too, and they cannot be invited again', async () => {
  const ana = await joinedBy(test, page, { role: 'auditor' });
  const user = await directory.addUser(ana.email);
  await directory.ask('PATCH', `/Users/${user}`, OFF);
  expect([await stands(ana.session), await people()]).toEqual([false, []]);
  const again = await askPage(test, ['POST', 'people'], page, { emails: [ana.email], role: 'billing' });
  expect(refusal(again)).toEqual([409, 'TURNED_OFF_IN_DIRECTORY']);
});

it('[A-SCIM-08] an administrator is told of every role that a group of the directory gets', async () => {
  const group = await directory.addGroup('everybody', []);
  expect((await give(group, directory.account.id, 'owner')).statusCode).toBe(200);
  await test.runJobs();
  const { rows } = await test.database.pool.query<{ email: string }>(
    'select email from parent where id = $1',
    [directory.parent.id],
  );
  const mails = (await readMails(test.folder)).filter(({ to }) => to === rows[0]?.email);
  expect(mails.map(({ text }) => text)).toEqual([
    expect.stringContaining('A group of the directory was given a role.'),
  ]);
});

it('[A-SCIM-09] a role that an intruder gave to a group does not come back with the next call of the directory', async () => {
  const { parent, account } = directory;
  const [thief, clerk] = [await directory.addUser(newAddress()), await directory.addUser(newAddress())];
  const [chiefs, clerks] = [
    await directory.addGroup('chiefs', [thief]),
    await directory.addGroup('clerks', [clerk]),
  ];
  await give(clerks, null, 'billing');
  await give(clerks, account.id, 'reader');
  // The clerk has worked there for long, and the directory has called for long.
  const { pool } = test.database;
  await pool.query(`update api_key set created_at = now() - interval '1 year' where parent_id = $1`, [
    parent.id,
  ]);
  await pool.query(`update membership set created_at = now() - interval '1 year' where parent_id = $1`, [
    parent.id,
  ]);
  await pool.query(`update scim_group_own_role set given_at = now() - interval '1 year'`);
  await give(chiefs, null, 'administrator');
  expect((await people()).map(({ role }) => role)).toEqual(['administrator', 'billing']);
  const asGuest = async (path: string, body: object) => await askPage(test, ['POST', path], GUEST, body);
  await asGuest('forgotPassword.json', { faxnumber: '', username: parent.username });
  await test.runJobs();
  const { link } = await lastMail(test.folder, 'reset-password', parent.email);
  const token = new URL(link).searchParams.get('token');
  const reset = await asGuest('resetPassword.json', { token, domain: '', new_password: 'Other-horse-8' });
  expect(reset.statusCode).toBe(200);
  const called = await directory.ask('PATCH', `/Users/${clerk}`, {
    Operations: [{ op: 'replace', path: 'displayName', value: 'New Name' }],
  });
  expect(called.status).toBe(200);
  const { rows } = await pool.query<{ role: string }>(
    'select role from membership where parent_id = $1 or account_id = $2 order by role',
    [parent.id, account.id],
  );
  expect(rows.map(({ role }) => role)).toEqual(['billing', 'reader']);
});
