import { expect, it } from 'vitest';

import { accountsJobs } from '#server/features/customers/accounts/accounts.jobs.ts';
import { makeAccount } from '#test/factories.ts';
import { startOperator } from '#test/operator-rig.ts';
import type { OperatorRig } from '#test/operator-rig.ts';
import { silentLog } from '#test/test-database.ts';

let rig: OperatorRig;

startOperator((made) => (rig = made));

/** Adds a customer's request to end the service; returns its id. */
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

it('an account closes with its month, when the nightly job finds its day come, or stays after all', async () => {
  const [ends, stays] = [await ask('2125550181'), await ask('2125550182')];
  const closing = `select c.id, a.id as uid, a.state, a.closes_at > now() as later,
    extract(day from a.closes_at at time zone 'America/New_York')::int as day
    from account a join cancellation_request c on c.account_id = a.id where a.closes_at is not null order by c.id`;
  for (const request of [ends, stays])
    await rig.json(['cancellation', 'approve', request, '--at', 'month-end']);
  const { rows } = await rig.database.pool.query<{ uid: number; state: string }>(closing);
  expect(rows).toMatchObject([
    { id: Number(ends), state: 'active', later: true, day: 1 },
    { id: Number(stays), state: 'active', later: true, day: 1 },
  ]);
  await rig.json(['account', 'set', String(rows[1]?.uid), 'closes-at=']);
  const [nightly] = accountsJobs({
    database: rig.database,
    log: silentLog,
    keepDays: 30,
    restDays: 90,
    queueMail: async () => {},
  });
  const signal = new AbortController().signal;
  await nightly?.run({}, signal);
  expect((await rig.database.pool.query(closing)).rows).toMatchObject([{ state: 'active' }]);
  await rig.database.pool.query(
    `update account set closes_at = now() - interval '1 minute' where closes_at is not null`,
  );
  await nightly?.run({}, signal);
  expect((await rig.database.pool.query(closing)).rows).toMatchObject([{ state: 'closed' }]);
});

it('doctor advises where requests to cancel of a brand are emailed to nobody', async () => {
  interface Said {
    checks: { name: string; ok: boolean; message: string; remedy: string }[];
  }
  const said = async () => {
    const { stdout } = await rig.run(['doctor', '--json']);
    return (JSON.parse(stdout) as Said).checks.find(({ name }) => name === 'requests to cancel');
  };
  const quiet = await said();
  // Advice, no fault: the request itself waits in the list.
  expect(quiet).toMatchObject({
    ok: true,
    message: expect.stringContaining('emailed to nobody for brand 1'),
    remedy: 'f2e brand set 1 cancellation_email=you@example.com',
  });
  await rig.json(['brand', 'set', '1', 'cancellation_email=you@example.com']);
  expect(await said()).toMatchObject({ ok: true, remedy: '' });
});
