import { afterAll, beforeAll, expect, it, vi } from 'vitest';

import { removeGivenUp } from '#server/features/faxes/files/removal.service.ts';
import { makeAccount } from '#test/factories.ts';
import { startSending } from '#test/sending-rig.ts';
import type { SendingRig } from '#test/sending-rig.ts';
import { silentLog } from '#test/test-database.ts';

import { sweepUnrouted } from './sweep-unrouted.ts';

let rig: SendingRig;
let line: number;

beforeAll(async () => {
  rig = await startSending();
  const { rows } = await rig.database.pool.query<{ id: number }>(
    `insert into line (name, kind) values ('fax1', 'hylafax') returning id`,
  );
  line = rows[0]?.id ?? 0;
});
afterAll(async () => await rig.stop());

let calls = 0;

/** A fax that came in over a line for a number that nobody has: its id and its file. */
async function arrive(): Promise<{ id: number; key: string }> {
  calls += 1;
  const call = { caller: '3105550111', stationId: '', called: '2125550999', tiff: Buffer.from('pages 1') };
  await rig.sending.arrivals.receive({ ...call, lineId: line, callRef: `lost-${calls}`, source: 'line' });
  const { faxes } = await rig.sending.unrouted.list({ limit: 100, offset: 0 });
  const fax = faxes.at(-1);
  if (!fax) throw new Error('nothing waits for the operator');
  return { id: fax.id, key: fax.fileKey };
}

const sweep = async () => await sweepUnrouted(rig, new AbortController().signal);
const nextNight = async () =>
  await rig.database.pool.query(`update orphan_sighting set seen_at = seen_at - interval '25 hours'`);

it('a fax that was given to an account, or thrown away, leaves nothing where it waited', async () => {
  const { number } = await makeAccount(rig.database.db);
  const [routed, discarded] = [await arrive(), await arrive()];
  expect(await rig.sending.unrouted.route(routed.id, number)).toMatchObject({ kind: 'ok' });
  expect(await rig.sending.unrouted.discard(discarded.id)).toBe(true);
  expect([await rig.files.get(routed.key), await rig.files.get(discarded.key)]).toEqual([null, null]);
});

it('one whose file cannot be removed at once is given to the account all the same; the clean-up removes it', async () => {
  const { number } = await makeAccount(rig.database.db);
  const { id, key } = await arrive();
  const refused = vi.spyOn(rig.files, 'delete').mockRejectedValueOnce(new Error('away'));
  expect(await rig.sending.unrouted.route(id, number)).toMatchObject({ kind: 'ok' });
  refused.mockRestore();
  expect(await rig.files.get(key)).not.toBeNull();
  await removeGivenUp({ ...rig, store: rig.files, log: silentLog }, new AbortController().signal);
  expect(await rig.files.get(key)).toBeNull();
});

it('files that no undecided fax names go in the second night; what waits, and what a carrier gave instead of pages, stays', async () => {
  const { number } = await makeAccount(rig.database.db);
  const [waiting, left] = [await arrive(), await arrive()];
  const strange = 'unrouted/evidence/strange';
  for (const key of [strange, 'unrouted/nobody/strange']) await rig.files.put(key, Buffer.from('x'));
  await rig.database.pool.query(
    `insert into line_arrival (line_id, fax_ref, media_url, caller, called, fault, received_at, state, file_key)
     values ($1, 'a', '', '', '', '', now(), 'stuck', $2)`,
    [line, strange],
  );
  // Given to an account by a version that left the file.
  await rig.sending.unrouted.route(left.id, number);
  await rig.files.put(left.key, Buffer.from('pages'));
  await rig.database.pool.query('delete from removed_document where storage_key = $1', [left.key]);
  expect(await sweep()).toBe(0);
  await nextNight();
  expect(await sweep()).toBe(2);
  const keys: string[] = [];
  for await (const key of rig.files.list('unrouted/')) keys.push(key);
  expect(keys.toSorted()).toEqual([strange, waiting.key].toSorted());
});
