import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { openFileStore } from '#engine/file-store/choose.ts';
import { removeGivenUp } from '#server/features/faxes/files/removal.service.ts';
import { createOperatorRig } from '#test/operator-rig.ts';
import type { OperatorRig } from '#test/operator-rig.ts';
import { silentLog } from '#test/test-database.ts';

interface Listed {
  faxes: { id: string; carrierRef?: string; called: string }[];
  total: number;
}

let rig: OperatorRig;
beforeAll(async () => {
  rig = await createOperatorRig();
  await rig.json(['line', 'add', '--kind', 'simulator', '--name', 'sim']);
  await rig.database.pool.query(
    `insert into inbound_call (line_id, call_ref, caller_number, called_number, station_id, result, file_key, received_at)
     select l.id, 'call ' || n, '', n::text, '', 'NUMBER_UNKNOWN', 'unrouted/' || n || '/fax', now()
     from line l, generate_series(1, 102) n where l.name = 'sim'`,
  );
  await rig.database.pool.query(
    `insert into line_arrival (line_id, fax_ref, media_url, caller, called, fault, received_at, state, reason)
     select l.id, 'ref ' || n, 'https://carrier.example/' || n, '', n::text, '', now(),
       case when n = 1 then 'waiting' else 'stuck' end, 'What the carrier gives is no fax.'
     from line l, generate_series(1, 102) n where l.name = 'sim'`,
  );
});
afterAll(async () => await rig.close());

it('faxes without an account are listed a page at a time, with their number', async () => {
  const first = await rig.json<Listed>(['fax', 'unrouted']);
  const second = await rig.json<Listed>(['fax', 'unrouted', '--page', '2']);
  expect([first.faxes.length, first.total, second.total]).toEqual([100, 102, 102]);
  expect(second.faxes.map(({ called }) => called)).toEqual(['101', '102']);
  const { stdout } = await rig.run(['fax', 'unrouted']);
  expect(stdout).toMatch(/\n1 to 100 of 102\. --page 2 has the next ones\.\n$/u);
  expect((await rig.run(['fax', 'unrouted', '--page', '2'])).stdout).toMatch(/\n101 to 102 of 102\.\n$/u);
  expect((await rig.run(['fax', 'unrouted', '--page', '9'])).stdout).toMatch(
    /None on this page of 102\.\n$/u,
  );
});

it('faxes that could not be fetched are listed a page at a time; those that are still tried are not among them', async () => {
  const { faxes, total } = await rig.json<Listed>(['fax', 'stuck']);
  expect([faxes.length, faxes[0]?.carrierRef, total]).toEqual([100, 'ref 2', 101]);
  const { checks } = await rig
    .run(['doctor', '--json'])
    .then(({ stdout }) => JSON.parse(stdout) as { checks: { name: string; message: string }[] });
  const messages = new Map(checks.map(({ name, message }) => [name, message]));
  expect(messages.get('faxes at carriers')).toContain(
    '101 received faxes could not be fetched, the first is ref 2',
  );
  expect(messages.get('unrouted faxes')).toBe('102 unassigned faxes are waiting.');
});

it('one of them is taken off the list for good, with the file that came instead of its pages', async () => {
  const store = await openFileStore('file:', join(rig.folder));
  const [{ id } = { id: '' }] = (await rig.json<Listed>(['fax', 'stuck'])).faxes;
  const key = 'unrouted/evidence/strange';
  await store.put(key, Buffer.from('<html>'));
  await rig.database.pool.query('update line_arrival set file_key = $1 where id = $2', [key, id]);
  const discard = ['fax', 'discard-stuck', id];
  expect(await rig.json([...discard, '--dry-run'])).toEqual({ dryRun: true, id, discarded: true });
  expect((await rig.json<Listed>(['fax', 'stuck'])).total).toBe(101);
  expect(await rig.json(discard)).toEqual({ id, discarded: true });
  const { faxes, total } = await rig.json<Listed>(['fax', 'stuck']);
  expect([faxes[0]?.carrierRef, total]).toEqual(['ref 3', 100]);
  const { rows: audit } = await rig.database.pool.query(
    `select object, detail from audit where action = 'fax.discard-stuck'`,
  );
  const reason = 'What the carrier gives is no fax.';
  expect(audit).toEqual([
    { object: 'line/sim', detail: { carrierRef: 'ref 2', called: '2', reason, fileKey: key } },
  ]);
  // The row keeps the carrier's reference: announced again, the fax is not fetched again.
  const { rows } = await rig.database.pool.query(
    `select state, media_url, discarded_at is not null as discarded from line_arrival where id = $1`,
    [id],
  );
  expect(rows).toEqual([{ state: 'taken', media_url: '', discarded: true }]);
  await removeGivenUp({ database: rig.database, store, log: silentLog }, new AbortController().signal);
  expect(await store.get(key)).toBeNull();
  expect(await rig.failure(discard, 1)).toBe(`There is no stuck fax ${id}.\n`);
});

it('a fax that is still tried cannot be discarded', async () => {
  const { rows } = await rig.database.pool.query<{ id: number }>(
    `select id from line_arrival where state = 'waiting'`,
  );
  const id = String(rows[0]?.id);
  expect(await rig.failure(['fax', 'discard-stuck', id], 1)).toBe(`There is no stuck fax ${id}.\n`);
});
