import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { makeAccount } from '#test/factories.ts';
import { signInAdministrator } from '#test/multifax-rig.ts';
import { startApp } from '#test/start-app.ts';
import type { TestApp } from '#test/start-app.ts';

const DELETE = '/api/faxui/deleteService.json';
const FULL = {
  error: 'LIMIT_REACHED',
  message: 'All your fax accounts are in use. Remove one first, or contact support for more.',
};

describe('an administrator who wants more than the own accounts and numbers', () => {
  let test: TestApp;

  beforeAll(async () => {
    test = await startApp();
  });
  beforeEach(async () => {
    await test.database.pool.query('delete from login_failure; delete from number where account_id is null');
  });
  afterAll(async () => await test.stop());

  const free = async (area: string, count: number) =>
    await test.database.pool.query(
      `insert into number (digits, kind, area_code)
       select ($1::bigint * 10000000 + 5550900 + i)::text, 'local', $1 from generate_series(1, $2) i`,
      [area, count],
    );
  const left = async (area: string) => {
    const { rows } = await test.database.pool.query(
      "select digits from number where area_code = $1 and state = 'free'",
      [area],
    );
    return rows.length;
  };

  it('[A-TENANT-19] ids of others, other products, other kinds and one too many add nothing anywhere', async () => {
    await free('415', 3);
    const [parent, other] = [await signInAdministrator(test), await signInAdministrator(test)];
    const foreign = (await other.list()).freeServiceId;
    const inputs = [
      [{ parentId: other.id }, 404],
      [{ freeServiceId: foreign }, 404],
      [{ freeServiceId: '999999' }, 404],
      [{ productType: 'enterprise' }, 412],
      [{ productName: 'MF-OTHER' }, 412],
      [{ productType: 'egnyte' }, 412],
    ] as const;
    for (const [input, status] of inputs)
      expect((await parent.add({ productType: 'local', areaId: '415', ...input })).statusCode).toBe(status);
    for (const person of [parent, other])
      expect(await person.list()).toMatchObject({ totalUsed: 0, total: 3, accountList: [] });
    await parent.add({ productType: 'local', areaId: '415', parentDomain: 'evil.test' });
    expect([(await parent.list()).totalUsed, (await other.list()).totalUsed]).toEqual([1, 0]);
    // Beyond one's own limit, another administrator's free service cannot be used.
    const full = await signInAdministrator(test, { services: 1 });
    const add = async (input: object) => await full.add({ productType: 'local', areaId: '415', ...input });
    expect((await add({})).statusCode).toBe(200);
    const refused = await add({});
    expect([refused.statusCode, refused.json()]).toMatchObject([412, FULL]);
    for (const input of [{ freeServiceId: foreign }, { parentId: other.id, freeServiceId: foreign }])
      expect((await add(input)).statusCode).toBe(404);
    expect([(await full.list()).totalUsed, (await other.list()).totalUsed]).toEqual([1, 0]);
    expect(await left('415')).toBe(1);
  });

  it('[A-MULTI-01] numbers of others and of the emergency services are not ported, and pending accounts count', async () => {
    await free('918', 1);
    const taken = await makeAccount(test.database.db);
    const one = await signInAdministrator(test, { services: 1 });
    const port = async (faxnumber: string) => await one.add({ productType: 'custom', faxnumber });
    for (const known of [taken.number, `+1 ${taken.number}`, '9185550901']) {
      const answer = await port(known);
      expect([known, answer.statusCode, answer.json()]).toMatchObject([
        known,
        412,
        { error: 'NUMBER_IN_USE', message: expect.stringContaining('is already in use.') },
      ]);
    }
    for (const odd of ['911', '9115550100', '9199115100', '4115550100'])
      expect([odd, (await port(odd)).statusCode]).toEqual([odd, 400]);
    expect(await one.list()).toMatchObject({ totalUsed: 0, accountList: [] });
    expect((await port('6465550177')).statusCode).toBe(200);
    // It has no number yet, but uses its service anyway.
    expect((await one.add({ productType: 'local', areaId: '918' })).json()).toMatchObject(FULL);
    expect(await one.list()).toMatchObject({ totalUsed: 1, accountList: [{ status: 'PENDING' }] });
    expect(await left('918')).toBe(1);
  });

  it('[A-MULTI-01] adding and removing again and again does not empty the pool', async () => {
    await free('917', 60);
    const parent = await signInAdministrator(test, { services: 5 });
    const answers: [number, string | undefined][] = [];
    for (let round = 0; round < 33; round += 1) {
      const added = await parent.add({ productType: 'local', areaId: '917' });
      const { uid } = added.json<{ data: { uid: string } }>().data;
      const answer = await parent.send('POST', DELETE, { id: uid });
      answers.push([answer.statusCode, answer.json<{ error?: string }>().error]);
    }
    expect(answers.filter(([status]) => status === 200)).toHaveLength(30);
    expect(answers.slice(30)).toEqual(Array.from({ length: 3 }, () => [429, 'TOO_MANY_REQUESTS']));
    expect(await left('917')).toBeGreaterThanOrEqual(27);
  });
});
