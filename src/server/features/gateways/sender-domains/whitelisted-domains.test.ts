import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { makeAccount, makeBrand } from '#test/factories.ts';
import { makeManagedAccount, signInAdministrator } from '#test/multifax-rig.ts';
import type { AdministratorPerson } from '#test/multifax-rig.ts';
import { startApp } from '#test/start-app.ts';
import type { TestApp } from '#test/start-app.ts';

const PATH = '/api/n1/db/f2e/WhiteListedDomains.json';

const recordFor = (domain: string) => ({
  name: `_fax-proof.${domain}`,
  value: expect.stringMatching(/^fax-proof=[0-9a-f]{32}$/u) as string,
});

describe('whitelisted domains', () => {
  let test: TestApp;
  let parent: AdministratorPerson;
  let uid: string;
  let next = 0;

  beforeAll(async () => {
    test = await startApp();
  });
  beforeEach(async () => {
    await test.database.pool.query('delete from whitelisted_domain');
    parent = await signInAdministrator(test);
    uid = String((await makeManagedAccount(test.database.db, parent)).id);
  });
  afterAll(async () => await test.stop());

  /** Moves the account's own proved address into this domain. */
  const owns = async (account: string, domain: string) =>
    await test.database.pool.query('update account set admin_email = $2 where id = $1', [
      account,
      `it@${domain}`,
    ]);
  const fresh = () => `company${(next += 1)}.test`;
  const list = async (of = uid) => (await parent.get('WhiteListedDomains', { uid: of })).json<unknown>();
  const add = async (domain: unknown, more: object = {}) =>
    await parent.send('POST', PATH, { uid, domain, status: '1', ...more });

  it('[MFW-01] [MFW-08] [MFW-09] are listed, added, switched and removed one by one', async () => {
    const [one, two] = [fresh(), fresh()];
    expect(await list()).toEqual([]);
    const added = await add(` ${one.toUpperCase()} `);
    const { id } = added.json<{ data: { id: string } }>().data;
    await add(two, { status: '0' });
    expect(await list()).toEqual([
      { id, Domain: one, active: '1', proved: '0', record: recordFor(one) },
      { id: expect.any(String), Domain: two, active: '0', proved: '0', record: recordFor(two) },
    ]);
    await parent.send('PUT', PATH, { uid, domain: one, status: '0', id });
    expect(await list()).toMatchObject([{ Domain: one, active: '0' }, { Domain: two }]);
    for (const domain of [one, two])
      expect((await parent.send('DELETE', PATH, { uid, domain })).json()).toEqual({ success: true });
    expect(await list()).toEqual([]);
    expect((await parent.send('DELETE', PATH, { uid, domain: one })).statusCode).toBe(404);
  });

  it('of the own mailbox need no uid', async () => {
    const account = await makeAccount(test.database.db);
    const session = await test.signIn(account.number);
    const domain = fresh();
    const added = await test.app.inject({
      method: 'POST',
      url: PATH,
      ...session,
      payload: { domain, status: '1' },
    });
    expect(added.statusCode).toBe(200);
    expect((await test.app.inject({ url: PATH, ...session })).json()).toMatchObject([
      { Domain: domain, active: '1' },
    ]);
  });

  it('[MFW-10] [A-WL-02] a proved domain is on one number of the whole installation; nobody learns whose', async () => {
    const domain = fresh();
    await owns(uid, domain);
    await add(domain);
    expect(await list()).toMatchObject([{ Domain: domain, proved: '1' }]);
    const other = await signInAdministrator(test);
    const theirs = String((await makeManagedAccount(test.database.db, other)).id);
    const sibling = String((await makeManagedAccount(test.database.db, parent)).id);
    const taken = await other.send('POST', PATH, { uid: theirs, domain, status: '1' });
    expect([taken.statusCode, taken.json()]).toEqual([
      412,
      {
        success: false,
        error: 'DOMAIN_TAKEN',
        code: 1,
        message: 'You cannot add this company domain to more than one fax number',
      },
    ]);
    expect((await add(domain, { uid: sibling })).json()).toMatchObject({ code: 1 });
    expect(await list()).toMatchObject([{ Domain: domain }]);
    // Two concurrent additions, and a rename to another account's domain.
    const wanted = fresh();
    for (const who of [uid, theirs]) await owns(who, wanted);
    const race = await Promise.all([
      add(wanted),
      other.send('POST', PATH, { uid: theirs, domain: wanted, status: '1' }),
    ]);
    expect(race.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 412]);
    const mine = (await add(fresh(), { uid: sibling })).json<{ data: { id: string } }>().data;
    const rename = await parent.send('PUT', PATH, { uid: sibling, id: mine.id, domain, status: '1' });
    expect([rename.statusCode, rename.json().code]).toEqual([412, 1]);
  });

  it('[MFW-11] [MFW-12] [A-WL-01] domains of everybody, of the brands and blocked ones are refused with code 2; others with none', async () => {
    await makeBrand(test.database.db, { domain: 'fax.brand.test' });
    await test.database.pool.query(
      "insert into blocked_domain (domain, reason) values ('blocked.test', 'operator') on conflict do nothing",
    );
    const forbidden = [
      'gmail.com',
      'GMail.com',
      'mail.gmail.com',
      'co.uk',
      'com.au',
      'github.io',
      'evil.github.io',
      'xn--gmal-loa.com',
      'fax.brand.test',
      'brand.test',
      'blocked.test',
      'sub.blocked.test',
    ];
    for (const domain of forbidden) {
      const answer = await add(domain);
      expect([domain, answer.statusCode, answer.json().code]).toEqual([domain, 412, 2]);
    }
    expect((await add('gmail.com')).json().message).toBe(
      'You cannot add this company domain. Please, contact Customer Care to add it',
    );
    const invalid = [
      'com',
      'localhost',
      'a..b.com',
      '-a.com',
      'a.com-',
      'a.com.',
      '.a.com',
      'a.museumx',
      'exаmple.com',
      `${'a'.repeat(61)}.com`,
      'a b.com',
      'a@b.com',
      '',
      null,
      'a.com\r\n',
    ];
    for (const domain of invalid.slice(0, -1)) {
      const answer = await add(domain);
      expect([domain, answer.statusCode, answer.json().code]).toEqual([domain, 400, undefined]);
    }
    expect(await list()).toEqual([]);
    await add('fine.test');
    const again = await add('fine.test');
    expect([again.statusCode, again.json().error, again.json().code]).toEqual([
      412,
      'DOMAIN_EXISTS',
      undefined,
    ]);
  });

  it('an old client finds the code in the page of an error', async () => {
    const page = await test.app.inject({
      method: 'POST',
      url: PATH,
      cookies: parent.session.cookies,
      headers: { ...parent.session.headers, accept: 'text/html' },
      payload: { uid, domain: 'gmail.com', status: '1' },
    });
    expect(page.body).toContain('<span id="error-code">2</span>');
  });

  it('[A-WL-03] an account with health records gets neither domains nor senders by e-mail', async () => {
    const hipaa = String((await makeManagedAccount(test.database.db, parent, { hipaa: true })).id);
    expect((await add(fresh(), { uid: hipaa })).json()).toMatchObject({
      error: 'DOMAIN_NOT_ALLOWED',
      code: 2,
    });
    const body = { uid: hipaa, email: 's@example.com', ReceiveFaxes: '1', SendFaxes: '1' };
    const subaccount = '/api/n1/db/f2e/SubAccount.json';
    expect((await parent.send('POST', subaccount, body)).json()).toMatchObject({
      error: 'HIPAA_NO_EMAIL',
      message: 'HIPAA accounts can’t send faxes by email.',
    });
    expect((await parent.send('POST', subaccount, { ...body, SendFaxes: '0' })).statusCode).toBe(200);
    expect((await parent.send('PUT', subaccount, body)).statusCode).toBe(412);
    expect((await parent.get('SubAccount', { uid: hipaa })).json()).toMatchObject([{ SendFaxes: '0' }]);
  });
});
