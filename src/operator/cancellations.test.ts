import { afterAll, beforeAll, expect, it } from 'vitest';

import { makeAccount } from '#test/factories.ts';
import { createOperatorRig } from '#test/operator-rig.ts';
import type { OperatorRig } from '#test/operator-rig.ts';

let rig: OperatorRig;

beforeAll(async () => {
  rig = await createOperatorRig();
});
afterAll(async () => await rig.close());

/** A customer who asks to end the service; the id of the request. */
async function ask(number: string): Promise<string> {
  const { id } = await makeAccount(rig.database.db, { number });
  const { id: request } = await rig.database.db
    .insertInto('cancellation_request')
    .values({ account_id: id, contact_email: 'leaving@example.com', contact_phone: '2125550100' })
    .returning('id')
    .executeTakeFirstOrThrow();
  return String(request);
}

it('requests to cancel are listed, rejected, and approved with or without the end of the account', async () => {
  const [stays, leaves] = [await ask('2125550177'), await ask('2125550178')];
  const open = await rig.json<{ cancellations: object[] }>(['cancellation', 'list', '--open']);
  expect(open.cancellations).toMatchObject([
    { id: stays, faxnumber: '2125550177', email: 'leaving@example.com', state: 'pending' },
    { id: leaves, faxnumber: '2125550178', state: 'pending' },
  ]);
  expect(await rig.json(['cancellation', 'reject', stays])).toMatchObject({ state: 'rejected' });
  expect(await rig.json(['cancellation', 'approve', leaves, '--close'])).toMatchObject({ state: 'approved' });
  expect(await rig.failure(['cancellation', 'approve', stays], 1)).toContain('rejected already');
  expect(await rig.failure(['cancellation', 'reject', '999'], 1)).toContain('no cancellation 999');
  const { rows } = await rig.database.pool.query<{ state: string }>('select state from account order by id');
  expect(rows.map(({ state }) => state)).toEqual(['active', 'closed']);
  expect(await rig.json(['cancellation', 'list', '--open'])).toEqual({ cancellations: [] });
});
