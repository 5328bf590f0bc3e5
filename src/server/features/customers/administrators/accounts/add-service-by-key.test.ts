import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { signInAdministrator } from '#test/multifax-rig.ts';
import type { AdministratorPerson } from '#test/multifax-rig.ts';
import { fakeDocuments } from '#test/sending-rig.ts';
import { startApp } from '#test/start-app.ts';
import type { TestApp } from '#test/start-app.ts';

describe('adding a fax account with an Idempotency-Key', () => {
  let test: TestApp;
  let parent: AdministratorPerson;

  beforeAll(async () => {
    test = await startApp({ documents: fakeDocuments() });
    parent = await signInAdministrator(test);
  });
  afterAll(async () => await test.stop());

  const free = async (digits: string[]) =>
    await test.database.db
      .insertInto('number')
      .values(digits.map((number) => ({ digits: number, kind: 'local', area_code: number.slice(0, 3) })))
      .execute();

  it('is done once for each key: after a lost answer a repeat gets the account that was added, whatever slot it names', async () => {
    await free(['4155550971', '4155550972']);
    const { freeServiceId } = await parent.list();
    const order = async (key: string, change: object = {}) => {
      const { cookies, headers } = parent.session;
      const answer = await test.app.inject({
        method: 'POST',
        url: '/api/faxui/addService.json',
        cookies,
        headers: { ...headers, 'idempotency-key': key },
        payload: {
          email: 'new@example.com',
          productType: 'local',
          productName: 'MF-LOCAL',
          areaId: '415',
          freeServiceId,
          ...change,
        },
      });
      return [answer.statusCode, answer.json<{ data?: object; error?: string }>()] as const;
    };
    const [status, first] = await order('first-order');
    expect([status, first.data]).toEqual([200, expect.objectContaining({ faxnumber: '4155550971' })]);
    const repeats = [1, 2].map(async () => await order('first-order', { freeServiceId: '' }));
    expect(await Promise.all(repeats)).toEqual([
      [200, first],
      [200, first],
    ]);
    expect((await parent.list()).totalUsed).toBe(1);
    const [mismatch, refused] = await order('first-order', { email: 'other@example.com' });
    expect([mismatch, refused.error]).toEqual([422, 'IDEMPOTENCY_MISMATCH']);
    expect((await order('second-order', { freeServiceId: '' }))[1].data).toMatchObject({
      faxnumber: '4155550972',
    });
    const stranger = await signInAdministrator(test);
    parent = stranger;
    await free(['4155550973']);
    expect((await order('first-order', { freeServiceId: '' }))[1].data).toMatchObject({
      faxnumber: '4155550973',
    });
  });
});
