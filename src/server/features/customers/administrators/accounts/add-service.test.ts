import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { makeAccount, makeBrand } from '#test/factories.ts';
import { readMails } from '#test/mails.ts';
import { signInAdministrator } from '#test/multifax-rig.ts';
import type { AdministratorPerson } from '#test/multifax-rig.ts';
import { fakeDocuments } from '#test/sending-rig.ts';
import { startApp } from '#test/start-app.ts';
import type { TestApp } from '#test/start-app.ts';

/** Returns a valid address of this length. */
const long = (length: number) => `${'a'.repeat(60)}@${'b'.repeat(60)}.${'c'.repeat(length - 122)}`;

const errorOf = (answer: Awaited<ReturnType<AdministratorPerson['add']>>) => [
  answer.statusCode,
  answer.json<{ error: string }>().error,
];

/** Returns the product codes of the four kinds, requested as the page does. */
const codes = async (person: AdministratorPerson) =>
  await Promise.all(
    ['tollfree', 'local', 'custom', 'egnyte'].map(
      async (type) => (await person.get('MultifaxNewProductName', { type })).json<{ Code?: string }>().Code,
    ),
  );

describe('adding a fax account', () => {
  let test: TestApp;
  let parent: AdministratorPerson;

  beforeAll(async () => {
    test = await startApp({ documents: fakeDocuments() });
  });
  beforeEach(async () => {
    await test.database.pool.query('delete from login_failure; delete from port_order');
    await test.database.pool.query('delete from number where account_id is null');
    parent = await signInAdministrator(test);
  });
  afterAll(async () => await test.stop());

  const free = async (digits: string[], kind: 'local' | 'tollfree' = 'local') =>
    await test.database.db
      .insertInto('number')
      .values(digits.map((number) => ({ digits: number, kind, area_code: number.slice(0, 3) })))
      .execute();

  it('[MFA-25] a local account gets a number of its area at once and can receive; mails go to both', async () => {
    await free(['4155550901', '2125550901']);
    const answer = await parent.add({
      productType: 'local',
      productName: 'MF-LOCAL',
      areaId: '415',
      parentId: parent.id,
    });
    expect(answer.json()).toEqual({
      success: true,
      data: { uid: expect.any(String), faxnumber: '4155550901', status: 'OK' },
    });
    const { uid } = answer.json<{ data: { uid: string } }>().data;
    const arrival = await test.sending.arrivals.receive({
      lineId: null,
      callRef: 'first-fax',
      caller: '3105550111',
      stationId: 'ACME',
      called: '4155550901',
      tiff: Buffer.from('pages 2'),
      source: 'line',
    });
    expect(arrival).toMatchObject({ accepted: true });
    expect((await parent.list()).accountList).toMatchObject([
      { uid, faxnumber: '4155550901', email: 'new@example.com', type: 'local', status: 'OK', pass: '' },
    ]);
    await test.runJobs();
    const mails = await readMails(test.folder);
    expect(mails.map(({ template, to }) => [template, to])).toEqual(
      expect.arrayContaining([
        ['verify-account', 'new@example.com'],
        ['service-added', parent.email],
      ]),
    );
  });

  it('[A-MULTI-02] of ten who want the last number at once, one gets it; an empty or foreign area gives none', async () => {
    await free(['4155550902']);
    const parents = await Promise.all(
      Array.from({ length: 10 }, async () => await signInAdministrator(test)),
    );
    const answers = await Promise.all(
      parents.map(async (person) => await person.add({ productType: 'local', areaId: '415' })),
    );
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    for (const answer of answers.filter(({ statusCode }) => statusCode !== 200))
      expect(errorOf(answer)).toEqual([412, 'POOL_EMPTY']);
    const { rows } = await test.database.pool.query("select * from account where fax_number = '4155550902'");
    expect(rows).toHaveLength(1);
    for (const areaId of ['999', '', 'x', '800', "415' or 1=1"])
      expect(errorOf(await parent.add({ productType: 'local', areaId }))).toEqual([400, 'VALIDATION']);
    expect(errorOf(await parent.add({ productType: 'local', areaId: '617' }))).toEqual([412, 'POOL_EMPTY']);
    expect((await parent.list()).totalUsed).toBe(0);
  });

  it('[MFA-08] no account is added beyond those that are allowed, also not by two at once; pending ones count', async () => {
    await free(['4155550903', '4155550904', '4155550905', '4155550906']);
    await parent.add({ productType: 'custom', faxnumber: '6465550903' });
    const answers = await Promise.all(
      [1, 2, 3, 4].map(async () => await parent.add({ productType: 'local', areaId: '415' })),
    );
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(2);
    const refused = answers.find(({ statusCode }) => statusCode !== 200);
    expect(refused?.json()).toMatchObject({
      error: 'LIMIT_REACHED',
      message: 'All your fax accounts are in use. Remove one first, or contact support for more.',
    });
    expect(await parent.list()).toMatchObject({ totalUsed: 3, total: 3, freeServiceId: null });
    // Refused requests returned their numbers.
    const { rows } = await test.database.pool.query("select digits from number where state = 'free'");
    expect(rows).toHaveLength(2);
  });

  it('[MFA-16] a local number needs an area code of a state', async () => {
    await free(['4155550940']);
    for (const where of [{}, { areaId: null }, { areaId: '' }, { areaId: 'CA' }])
      expect(errorOf(await parent.add({ productType: 'local', ...where }))).toEqual([400, 'VALIDATION']);
    const locations = (await parent.get('LocalNumberLocations')).json<
      { StateName: string; areas: { AreaId: string; PoolEmpty: boolean }[] }[]
    >();
    const area = locations
      .find(({ StateName }) => StateName === 'California')
      ?.areas.find(({ PoolEmpty }) => !PoolEmpty);
    expect(area?.AreaId).toBe('415');
    expect((await parent.add({ productType: 'local', areaId: area?.AreaId })).statusCode).toBe(200);
  });

  it('[MFA-15] a ported number needs ten dialable digits, and waits', async () => {
    for (const faxnumber of ['646555090', '64655509031', '1465550903', '9115550903', '6469115903', ''])
      expect(errorOf(await parent.add({ productType: 'custom', faxnumber }))).toEqual([400, 'VALIDATION']);
    const answer = await parent.add({ productType: 'custom', faxnumber: '(646) 555-0903' });
    expect(answer.json()).toMatchObject({ data: { faxnumber: null, status: 'PENDING' } });
    expect((await parent.list()).accountList).toMatchObject([
      { faxnumber: null, status: 'PENDING', type: 'custom', portingNumber: '6465550903' },
    ]);
    await test.runJobs();
    const order = (await readMails(test.folder)).findLast(({ template }) => template === 'port-order');
    expect([order?.to, order?.text.includes('646-555-0903')]).toEqual(['postmaster@localhost', true]);
  });

  it('a number that is somebody’s here, free here, or on its way here cannot be ported; two at once: one', async () => {
    const other = await makeAccount(test.database.db);
    await free(['4155550907']);
    for (const faxnumber of [other.number, '4155550907'])
      expect(errorOf(await parent.add({ productType: 'custom', faxnumber }))).toEqual([412, 'NUMBER_IN_USE']);
    const parents = [parent, await signInAdministrator(test), await signInAdministrator(test)];
    const answers = await Promise.all(
      parents.map(async (person) => await person.add({ productType: 'custom', faxnumber: '6465550905' })),
    );
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 412, 412]);
    expect(answers.find(({ statusCode }) => statusCode === 412)?.json()).toMatchObject({
      error: 'NUMBER_IN_USE',
      message: '646-555-0905 is already in use.',
    });
  });

  it('a toll-free account takes a free number, or waits for one that is ordered', async () => {
    await free(['8005550901'], 'tollfree');
    expect((await parent.add({ productType: 'tollfree' })).json()).toMatchObject({
      data: { faxnumber: '8005550901' },
    });
    expect((await parent.add({ productType: 'tollfree' })).json()).toMatchObject({
      data: { faxnumber: null, status: 'PENDING' },
    });
    const { rows } = await test.database.pool.query('select kind, digits, state from port_order');
    expect(rows).toEqual([{ kind: 'tollfree', digits: null, state: 'new' }]);
  });

  it('[MFA-20] products are those of the brand; Egnyte only where the brand has it', async () => {
    expect(await codes(parent)).toEqual(['MF-TOLLFREE', 'MF-LOCAL', 'MF-CUSTOM', undefined]);
    const brandId = await makeBrand(test.database.db);
    const other = await signInAdministrator(test, { brandId });
    await test.database.db.updateTable('brand').set({ is_egnyte: true }).where('id', '=', brandId).execute();
    expect(await codes(other)).toEqual(['MF-TOLLFREE', 'MF-LOCAL', 'MF-CUSTOM', 'MF-EGNYTE']);
    await free(['2125550909']);
    expect((await other.add({ productType: 'egnyte' })).json()).toMatchObject({
      data: { faxnumber: '2125550909' },
    });
    await test.database.db
      .deleteFrom('product')
      .where('brand_id', '=', brandId)
      .where('type', '=', 'local')
      .execute();
    const none = await other.get('MultifaxNewProductName', { type: 'local' });
    expect(none.json()).toMatchObject({
      error: 'NO_PRODUCT',
      message: 'There are no correct products for current operation',
    });
  });

  it('[MFA-18] an e-mail has 6 to 128 characters and is one', async () => {
    await free(['4155550910', '4155550911']);
    for (const email of ['a@b.c', 'abcdef', long(129), 'a@ok.test\r\nBcc: x@y.test', ''])
      expect([email, (await parent.add({ productType: 'local', areaId: '415', email })).statusCode]).toEqual([
        email,
        400,
      ]);
    for (const email of ['a@b.co', long(128)])
      expect([email, (await parent.add({ productType: 'local', areaId: '415', email })).statusCode]).toEqual([
        email,
        200,
      ]);
  });

  it('[MFA-19] locations name states and areas, and which have no number', async () => {
    await free(['2125550912']);
    const states = (await parent.get('LocalNumberLocations')).json<
      { StateName: string; PoolEmpty: boolean; areas: { AreaId: string; PoolEmpty: boolean }[] }[]
    >();
    const york = states.find(({ StateName }) => StateName === 'New York');
    expect(york).toMatchObject({ StateId: '33', PoolEmpty: false });
    expect(york?.areas[0]).toEqual({
      AreaId: '212',
      AreaCode: '212',
      AreaName: 'Manhattan',
      PoolEmpty: false,
    });
    expect(york?.areas[1]?.PoolEmpty).toBe(true);
    expect(states.filter(({ PoolEmpty }) => !PoolEmpty)).toHaveLength(1);
  });
});
