import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { readMails } from '#test/mails.ts';
import { startStorageRig } from '#test/storage-rig.ts';
import type { StorageRig } from '#test/storage-rig.ts';

let rig: StorageRig;
beforeAll(async () => {
  rig = await startStorageRig();
});
afterAll(async () => await rig.stop());

describe('copies of received faxes on an SFTP server', () => {
  it('a received fax is on the server that its owner set up, under its contract name', async () => {
    const who = await rig.person();
    const saved = await rig.save(who);
    expect(saved.json()).toMatchObject({ success: true, data: { lastError: '', host: '127.0.0.1' } });
    expect(saved.json()).toMatchObject({ data: { hostKey: await rig.server.fingerprint() } });
    const fid = await rig.receive(who.number);
    await rig.deliver();
    const files = await rig.server.files('in/copies');
    const [name = ''] = [...files.keys()].filter((one) => one.includes(`_${fid}.`));
    expect(name).toMatch(new RegExp(`^Fax_3105550111_\\d{8}_\\d{6}_${fid}\\.pdf$`));
    expect(files.get(name)?.toString()).toMatch(/^%PDF-/);
  });

  it('files have the chosen form, name and month folder; nothing is copied while it is off', async () => {
    const who = await rig.person();
    const change = { dir: '/in/month', fileType: 'tiff', namePattern: 'date-first', byMonth: '1' };
    await rig.save(who, change);
    await rig.receive(who.number);
    await rig.save(who, { ...change, status: 'N' });
    await rig.receive(who.number);
    await rig.deliver();
    expect((await rig.states(who.id)).map(({ state }) => state)).toEqual(['queued']);
    await rig.save(who, { ...change, status: 'Y' });
    await rig.deliver();
    const names = [...(await rig.server.files('in')).keys()];
    const inMonth = /^month\/\d{4}-\d{2}\/\d{8}_\d{6}_Fax_3105550111_\d+\.tif$/;
    expect(names.filter((name) => inMonth.test(name))).toHaveLength(1);
    expect((await rig.states(who.id)).map(({ state }) => state)).toEqual(['done']);
  });

  it('[SFTP-04] the owner hears by mail of a server that fails for a day, and not before', async () => {
    const { test, server } = rig;
    const who = await rig.person();
    await rig.save(who, { dir: '/in/mail' });
    await server.stop();
    await rig.receive(who.number);
    await rig.deliver();
    const notices = async () => {
      await test.runJobs();
      return (await readMails(test.folder)).filter(
        ({ template, to }) => template === 'storage-failed' && to === who.email,
      );
    };
    expect(await notices()).toEqual([]);
    await test.database.db
      .updateTable('storage_link')
      .set({ failing_since: new Date(Date.now() - 25 * 3_600_000), next_at: new Date(0) })
      .where('account_id', '=', who.id)
      .execute();
    await rig.deliver();
    await rig.due();
    await rig.deliver();
    const [notice, ...more] = await notices();
    expect([notice?.text.includes('127.0.0.1'), more]).toEqual([true, []]);
    await server.start();
    await rig.due();
    await rig.deliver();
    expect((await rig.states(who.id)).map(({ state }) => state)).toEqual(['done']);
  });

  it('a fax that is damaged in our store fails alone; the copies after it are made', async () => {
    const who = await rig.person();
    await rig.save(who, { dir: '/in/damaged' });
    const [damaged, whole] = [await rig.receive(who.number), await rig.receive(who.number)];
    const { db } = rig.test.database;
    const { tiff_key: key } = await db
      .selectFrom('fax')
      .innerJoin('document', 'document.id', 'fax.document_id')
      .select('tiff_key')
      .where('fax.id', '=', damaged)
      .executeTakeFirstOrThrow();
    await rig.test.files.put(key ?? '', Buffer.from('rot'));
    await rig.deliver();
    const names = [...(await rig.server.files('in/damaged')).keys()];
    expect(names).toEqual([expect.stringContaining(`_${whole}.`)]);
    const copies = db.selectFrom('storage_delivery').select(['state', 'reason']);
    expect(await copies.where('account_id', '=', who.id).orderBy('id').execute()).toEqual([
      { state: 'failed', reason: 'DOCUMENT_DAMAGED' },
      { state: 'done', reason: '' },
    ]);
  });

  it('[A-SFTP-05] another host key stops everything until its owner takes it', async () => {
    const { server } = rig;
    const who = await rig.person();
    await rig.save(who, { dir: '/in/identity' });
    await rig.receive(who.number);
    await server.stop();
    await server.start({ hostKey: 'second' });
    await rig.deliver();
    await rig.due();
    await rig.deliver();
    expect([...(await server.files('in')).keys()].filter((name) => name.startsWith('identity/'))).toEqual([]);
    expect((await rig.save(who, { dir: '/in/identity' })).json()).toMatchObject({
      data: { lastError: 'HOST_KEY_CHANGED' },
    });
    const acceptHostKey = await server.fingerprint('second');
    expect((await rig.save(who, { dir: '/in/identity', acceptHostKey })).json()).toMatchObject({
      data: { lastError: '', hostKey: acceptHostKey },
    });
    await rig.deliver();
    expect(await server.files('in/identity')).toHaveProperty('size', 1);
    await server.stop();
    await server.start();
  });
});
