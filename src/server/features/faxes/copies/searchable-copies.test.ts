import { deflateRawSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { WORDS_WAIT_MINUTES } from '#contract/mailbox/page-text.ts';
import { startStorageRig } from '#test/storage-rig.ts';
import type { StoragePerson, StorageRig } from '#test/storage-rig.ts';

/** The word as the rig's engine writes it into a PDF. */
const WORD = '"text":"invoice"';

let rig: StorageRig;
beforeAll(async () => {
  rig = await startStorageRig();
});
afterAll(async () => await rig.stop());

const query = async (text: string, values: unknown[]) => await rig.test.database.pool.query(text, values);

/** Marks the fax as waiting to be read. */
async function wanted({ id }: StoragePerson, fax: number): Promise<void> {
  await query(
    `insert into fax_text (account_id, fax_id, fax_at) values ($1, $2, now())
     on conflict (account_id, fax_id) do update set state = 'waiting'`,
    [id, fax],
  );
}

/** Marks its page as read. */
async function read({ id }: StoragePerson, fax: number): Promise<void> {
  const box = deflateRawSync(Buffer.from([10, 0, 10, 0, 90, 0, 20, 0]));
  await query(
    `insert into fax_page_text (account_id, fax_id, page, width, height, text, boxes) values ($1, $2, 1, 1728, 2200, 'invoice', $3)`,
    [id, fax, box],
  );
  await query(`update fax_text set state = 'done' where account_id = $1 and fax_id = $2`, [id, fax]);
}

/** Returns the copy of a fax; undefined while there is none. */
async function copyOf(fax: number): Promise<string | undefined> {
  const files = await rig.server.files('in/copies');
  return [...files].find(([name]) => name.endsWith(`_${fax}.pdf`))?.[1].toString();
}

describe('copies as searchable PDFs', () => {
  it('wait for the words of their pages, and hold up no other copy', async () => {
    const who = await rig.person();
    await rig.save(who, { fileType: 'searchable-pdf' });
    expect(await rig.settings(who)).toMatchObject({ fileType: 'searchable-pdf' });
    const [slow, unread] = [await rig.receive(who.number), await rig.receive(who.number)];
    await wanted(who, slow);
    await rig.deliver();
    expect([await copyOf(slow), (await copyOf(unread))?.includes(WORD)]).toEqual([undefined, false]);
    await read(who, slow);
    await rig.deliver();
    expect((await copyOf(slow))?.includes(WORD)).toBe(true);
    expect((await rig.states(who.id)).map(({ state }) => state)).toEqual(['done', 'done']);
  });

  it('are ordinary ones once they have waited long enough', async () => {
    const who = await rig.person();
    await rig.save(who, { fileType: 'searchable-pdf' });
    const fax = await rig.receive(who.number);
    await wanted(who, fax);
    const waits = async (minutes: number) =>
      await query(
        'update storage_delivery set created_at = now() - make_interval(mins => $2) where fax_id = $1',
        [fax, minutes],
      );
    await waits(WORDS_WAIT_MINUTES - 1);
    await rig.deliver();
    expect(await copyOf(fax)).toBeUndefined();
    await waits(WORDS_WAIT_MINUTES + 1);
    await rig.deliver();
    expect((await copyOf(fax))?.slice(0, 5)).toBe('%PDF-');
  });

  it('of another kind have no words, and wait for none', async () => {
    const who = await rig.person();
    await rig.save(who, { fileType: 'pdf' });
    const fax = await rig.receive(who.number);
    await wanted(who, fax);
    await rig.deliver();
    expect((await copyOf(fax))?.includes(WORD)).toBe(false);
  });
});
