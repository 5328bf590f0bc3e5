import { afterAll, beforeAll, expect, it } from 'vitest';

import { faxOf, listOf, startFaxesRig } from '#test/api-faxes-rig.ts';
import type { FaxesRig, Tenant, WireFax } from '#test/api-faxes-rig.ts';

let rig: FaxesRig;
beforeAll(async () => {
  rig = await startFaxesRig();
});
afterAll(async () => await rig.stop());

/** Creates a fax that was split into two. */
async function splitFax(who: Tenant) {
  const whole = await rig.received(who, { archived: true });
  const parts = [await rig.received(who), await rig.received(who)];
  await rig.one('update fax set part_count = 2 where id = $1', [whole.id]);
  for (const [at, { id }] of parts.entries())
    await rig.one('update fax set part_of = $1, part_number = $2, part_count = 2 where id = $3', [
      whole.id,
      at + 1,
      id,
    ]);
  return { whole: whole.id, parts: parts.map(({ id }) => id) };
}
const named = (ids: readonly number[]) => ids.map((id) => `fax_${id}`);
const linksOf = ({ id, part_of, parts }: WireFax) => ({ id, part_of, parts });

it('a part names the whole fax, the whole fax its parts, in the list and alone; other faxes name none', async () => {
  const who = await rig.tenant();
  const { whole, parts } = await splitFax(who);
  const plain = await rig.received(who);
  const sent = await rig.sent(who, { state: 'DELIVERED' });
  const expected = [
    { id: `fax_${whole}`, part_of: null, parts: named(parts) },
    ...named(parts).map((id) => ({ id, part_of: `fax_${whole}`, parts: [] })),
    ...named([plain.id, sent.id]).map((id) => ({ id, part_of: null, parts: [] })),
  ];
  const { data } = await listOf(who);
  expect(new Set(data.map(linksOf))).toEqual(new Set(expected));
  for (const one of expected) expect(linksOf(await faxOf(who, Number(one.id.slice(4))))).toEqual(one);
});

it('parts that were deleted are left out; a part keeps the name of a whole fax that is gone', async () => {
  const who = await rig.tenant();
  const { whole, parts } = await splitFax(who);
  const [one = 0, two = 0] = parts;
  await who.ask('DELETE', `/faxes/fax_${one}`);
  expect((await faxOf(who, whole)).parts).toEqual(named([two]));
  await who.ask('DELETE', `/faxes/fax_${whole}`, { query: { permanent: 'true' } });
  expect((await faxOf(who, two)).part_of).toBe(`fax_${whole}`);
});

it('names nothing of another account', async () => {
  const [who, other] = [await rig.tenant(), await rig.tenant()];
  const { whole } = await splitFax(who);
  const stray = await rig.received(other);
  await rig.one('update fax set part_of = $1, part_number = 3, part_count = 3 where id = $2', [
    whole,
    stray.id,
  ]);
  expect((await faxOf(who, whole)).parts).not.toContain(`fax_${stray.id}`);
});
