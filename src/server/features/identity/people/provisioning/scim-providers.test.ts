import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { SCIM } from '#contract/identity/scim-resources.ts';
import { logIn } from '#test/log-in.ts';
import { administratorLogin } from '#test/multifax-rig.ts';
import { passwordRig } from '#test/password-rig.ts';
import { newAddress, startDirectory } from '#test/scim-rig.ts';
import type { Directory } from '#test/scim-rig.ts';
import { ask as askPage } from '#test/second-step-rig.ts';
import { startApp } from '#test/start-app.ts';
import type { TestApp } from '#test/start-app.ts';

let test: TestApp;
let directory: Directory;

beforeAll(async () => {
  test = await startApp();
});
beforeEach(async () => {
  directory = await startDirectory(test);
});
afterAll(async () => await test.stop());

const patch = (...Operations: object[]) => ({ schemas: [SCIM.patch], Operations });
const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';

describe('the calls of Microsoft Entra', () => {
  it('look for a user, add, read, change, turn off and on, and delete it', async () => {
    const { ask } = directory;
    const userName = newAddress('nadia');
    const missing = await ask('GET', `/Users?filter=${encodeURIComponent(`userName eq "${userName}"`)}`);
    expect(missing).toMatchObject({
      status: 200,
      type: 'application/scim+json; charset=utf-8',
      body: { schemas: [SCIM.list], totalResults: 0, startIndex: 1, itemsPerPage: 0, Resources: [] },
    });
    const added = await ask('POST', '/Users', {
      schemas: [SCIM.user, ENTERPRISE],
      externalId: '0a21f0f2-8d2a-4f8e-bf98-7363c4aed4ef',
      userName,
      active: true,
      addresses: [{ primary: false, type: 'work', country: 'Norway' }],
      displayName: 'Nadia Prince',
      emails: [{ primary: true, type: 'work', value: userName.toUpperCase() }],
      meta: { resourceType: 'User' },
      name: { formatted: 'Nadia Prince', familyName: 'Prince', givenName: 'Nadia' },
      roles: [],
      [ENTERPRISE]: { department: 'Reception', manager: { value: 'x' } },
    });
    const { id } = added.body as { id: string };
    expect(added).toMatchObject({
      status: 201,
      location: expect.stringMatching(new RegExp(`/scim/v2/${directory.parent.id}/Users/${id}$`, 'u')),
      body: {
        externalId: '0a21f0f2-8d2a-4f8e-bf98-7363c4aed4ef',
        userName,
        active: true,
        displayName: 'Nadia Prince',
        name: { formatted: 'Nadia Prince', familyName: 'Prince', givenName: 'Nadia' },
        emails: [{ value: userName, type: 'work', primary: true }],
        groups: [],
        meta: { resourceType: 'User', location: added.location },
      },
    });
    expect((await ask('GET', `/Users/${id}`)).body).toEqual(added.body);
    const email = newAddress('nadia.price');
    const changed = await ask(
      'PATCH',
      `/Users/${id}`,
      patch(
        { op: 'Replace', path: 'emails[type eq "work"].value', value: email },
        { op: 'Replace', path: 'name.familyName', value: 'Price' },
        { op: 'Add', path: `${ENTERPRISE}:department`, value: 'Records' },
        { op: 'Add', value: { displayName: 'Nadia Price', title: 'Nurse' } },
      ),
    );
    expect(changed).toMatchObject({
      status: 200,
      body: { displayName: 'Nadia Price', name: { familyName: 'Price' }, emails: [{ value: email }] },
    });
    const off = patch({ op: 'Replace', path: 'active', value: 'False' });
    expect((await ask('PATCH', `/Users/${id}`, off)).body).toMatchObject({ active: false });
    const on = patch({ op: 'Replace', path: 'active', value: 'True' });
    expect((await ask('PATCH', `/Users/${id}`, on)).body).toMatchObject({ active: true });
    expect(await ask('DELETE', `/Users/${id}`)).toMatchObject({ status: 204, body: {} });
    expect(await ask('GET', `/Users/${id}`)).toMatchObject({
      status: 404,
      body: { schemas: [SCIM.error], status: '404' },
    });
  });

  it('add a group, read it without its members, rename it, and move members in and out', async () => {
    const { ask, addUser } = directory;
    const [ana, ben] = [await addUser(newAddress()), await addUser(newAddress())];
    const added = await ask('POST', '/Groups', {
      externalId: '8aa1a0c0-c4c3-4bc0-b4a5-2ef676900159',
      schemas: [SCIM.group, 'http://schemas.microsoft.com/2006/11/ResourceManagement/ADSCIM/2.0/Group'],
      displayName: 'fax-frontdesk',
      meta: { resourceType: 'Group' },
    });
    expect(added).toMatchObject({ status: 201, body: { displayName: 'fax-frontdesk', members: [] } });
    const place = `/Groups/${(added.body as { id: string }).id}`;
    const found = await ask(
      'GET',
      '/Groups?excludedAttributes=members&filter=displayName%20eq%20%22fax-frontdesk%22',
    );
    expect(found.body).toMatchObject({ totalResults: 1, Resources: [{ displayName: 'fax-frontdesk' }] });
    expect((found.body['Resources'] as object[])[0]).not.toHaveProperty('members');
    await ask('PATCH', place, patch({ op: 'Replace', path: 'displayName', value: 'fax-reception' }));
    const members = (op: string, ...ids: string[]) =>
      patch({ op, path: 'members', value: ids.map((value) => ({ $ref: null, value })) });
    await ask('PATCH', place, members('Add', ana, ben));
    await ask('PATCH', place, members('Remove', ana));
    expect((await ask('GET', place)).body).toMatchObject({
      displayName: 'fax-reception',
      members: [{ value: ben }],
    });
    expect((await ask('GET', `${place}?excludedAttributes=members`)).body).not.toHaveProperty('members');
    expect((await ask('GET', `/Users/${ben}`)).body).toMatchObject({
      groups: [{ display: 'fax-reception' }],
    });
    expect((await ask('DELETE', place)).status).toBe(204);
    expect((await ask('GET', `/Users/${ben}`)).body).toMatchObject({ groups: [] });
  });
});

describe('the calls of Okta', () => {
  it('add a user, replace it, turn it off and on', async () => {
    const { ask } = directory;
    const userName = newAddress('theo');
    const form = {
      schemas: [SCIM.user],
      userName,
      name: { givenName: 'Theo', familyName: 'Lind' },
      emails: [{ primary: true, value: userName, type: 'work' }],
      displayName: 'Theo Lind',
      locale: 'en-US',
      externalId: '00ujl29u0le5T6Aj10h7',
      groups: [],
      password: '1mz050nq',
      active: true,
    };
    const { body } = await ask('POST', '/Users', form);
    const place = `/Users/${String(body['id'])}`;
    const again = await ask('POST', '/Users', form);
    expect(again).toMatchObject({ status: 409, body: { status: '409', scimType: 'uniqueness' } });
    const replaced = await ask('PUT', place, {
      ...form,
      id: body['id'],
      name: { givenName: 'Theodor', familyName: 'Lind' },
      displayName: 'Theodor Lind',
      meta: body['meta'],
    });
    expect(replaced.body).toMatchObject({ displayName: 'Theodor Lind', name: { givenName: 'Theodor' } });
    const off = await ask('PATCH', place, patch({ op: 'replace', value: { active: false } }));
    expect(off.body).toMatchObject({ active: false });
    const on = await ask('PATCH', place, patch({ op: 'replace', value: { active: true } }));
    expect(on.body).toMatchObject({ active: true });
    const page = await ask('GET', '/Users?startIndex=2&count=100');
    expect(page.body).toMatchObject({ totalResults: 1, startIndex: 2, itemsPerPage: 0 });
  });

  it('push a group, and remove a member by its path', async () => {
    const { ask, addUser } = directory;
    const [ana, ben] = [await addUser(newAddress()), await addUser(newAddress())];
    const { body } = await ask('POST', '/Groups', {
      schemas: [SCIM.group],
      displayName: 'Fax',
      members: [{ value: ana, display: 'ana' }],
    });
    const id = String(body['id']);
    const place = `/Groups/${id}`;
    await ask('PATCH', place, patch({ op: 'replace', value: { id, displayName: 'Fax reception' } }));
    await ask('PATCH', place, patch({ op: 'add', path: 'members', value: [{ value: ben }] }));
    await ask('PATCH', place, patch({ op: 'remove', path: `members[value eq "${ana}"]` }));
    expect((await ask('GET', place)).body).toMatchObject({
      displayName: 'Fax reception',
      members: [{ value: ben }],
    });
    await ask('PATCH', place, patch({ op: 'replace', path: 'members', value: [{ value: ana }] }));
    expect((await ask('GET', place)).body['members']).toMatchObject([{ value: ana }]);
    await ask('PUT', place, { displayName: 'Fax reception', members: [] });
    expect((await ask('GET', place)).body['members']).toEqual([]);
  });
});

it('says what the service can do', async () => {
  const { ask } = directory;
  expect((await ask('GET', '/ServiceProviderConfig')).body).toMatchObject({
    patch: { supported: true },
    bulk: { supported: false },
    filter: { supported: true, maxResults: 200 },
  });
  expect((await ask('GET', '/ResourceTypes')).body).toMatchObject({
    Resources: [{ endpoint: '/Users' }, { endpoint: '/Groups' }],
  });
  const { body } = await ask('GET', '/Schemas');
  expect(body).toMatchObject({ Resources: [{ id: SCIM.user }, { id: SCIM.group }] });
});

it('a provisioned person sets a password through “Forgot password” and logs in, once a group gives them a role', async () => {
  const { addUser, addGroup, account, parent } = directory;
  const email = newAddress('iris');
  const group = await addGroup('reception', [await addUser(email)]);
  const rig = passwordRig(test);
  await rig.forgot('', { username: email });
  const { link } = await rig.lastMail('reset-password', email);
  const token = new URL(link).searchParams.get('token') ?? '';
  const password = 'Quiet-Harbor-27';
  expect((await rig.reset({ token, new_password: password })).statusCode).toBe(200);
  expect((await logIn(test, email, password)).statusCode).toBe(412);
  const page = await administratorLogin(test, parent.username);
  const role = { group, account: String(account.id), role: 'reader' };
  expect((await askPage(test, ['PUT', 'groupRole'], page, role)).statusCode).toBe(200);
  expect((await logIn(test, email, password)).statusCode).toBe(200);
});
