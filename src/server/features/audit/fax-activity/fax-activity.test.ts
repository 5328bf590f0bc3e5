import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { ActivityEntry } from '#contract/audit/fax-activity.ts';
import { openAuditChain } from '#server/features/audit/log/chain.ts';
import { makeManagedAccount, signInAdministrator } from '#test/multifax-rig.ts';
import { startStorageRig } from '#test/storage-rig.ts';
import type { StoragePerson, StorageRig } from '#test/storage-rig.ts';
import type { SignedIn } from '#test/start-app.ts';
import { eventually } from '#test/patience.ts';

const DAY_MS = 86_400_000;
/** Includes today, whatever day that is. */
const RANGE = {
  startDate: new Date(Date.now() - 300 * DAY_MS).toISOString().slice(0, 10),
  endDate: new Date(Date.now() + 2 * DAY_MS).toISOString().slice(0, 10),
};

let rig: StorageRig;
beforeAll(async () => {
  rig = await startStorageRig();
});
afterAll(async () => await rig.stop());

const get = async (who: SignedIn, path: string, query: Record<string, string>, from: object = {}) =>
  await rig.test.app.inject({ url: `/api/faxui/${path}`, query, ...who, ...from });
const list = async (who: SignedIn, query: Record<string, string> = {}) =>
  (await get(who, 'faxActivity', { 'per-page': '100', ...query })).json<{
    rows: ActivityEntry[];
    total: number;
  }>();
const kinds = async (who: SignedIn, query: Record<string, string> = {}) =>
  (await list(who, query)).rows
    .filter(({ kind }) => kind !== 'log')
    .map(({ kind, form, by }) => `${kind} ${form} ${by}`)
    .toSorted();
const pathOf = async (fid: number) =>
  (await rig.test.database.pool.query<{ path_key: string }>('select path_key from fax where id = $1', [fid]))
    .rows[0]?.path_key ?? '';
const open = async (who: SignedIn, fid: number, from: object = {}) => {
  const answer = await get(who, 'getFaxFile', { file: `${await pathOf(fid)}/prev1.gif` }, from);
  expect(answer.statusCode).toBe(200);
};
const written = async (who: StoragePerson, entries: number) =>
  await eventually(async () => {
    const { rows } = await rig.test.database.pool.query(
      "select count(*)::int as n from fax_access where account_id = $1 and kind <> 'log'",
      [who.id],
    );
    expect(rows).toEqual([{ n: entries }]);
  });

describe('who gets at which fax', () => {
  it('[A-AUDIT-02] every opening, download, print, mail and copy of a fax is an entry, and so is reading them', async () => {
    const { test } = rig;
    const owner = await rig.person();
    await rig.save(owner);
    const faxes: number[] = [];
    for (let fax = 0; fax < 10; fax += 1) faxes.push(await rig.receive(owner.number));
    const [first = 0, second = 0] = faxes;
    // Ten faxes opened, some of them twice, are ten entries, written within a second even if the process is killed
    // then.
    for (const fid of [...faxes, first, second]) await open(owner, fid);
    await written(owner, 10);
    expect(await list(owner, { kind: 'open' })).toMatchObject({ total: 10 });
    // The thumbnails of the list show nothing readable.
    await get(owner, 'getFaxFile', { file: `${await pathOf(first)}/thumb1.gif` });
    // A different address or browser is a separate entry.
    await open(owner, first, { remoteAddress: '192.0.2.9' });
    await open(owner, first, { headers: { ...owner.headers, 'user-agent': 'Firefox/150.0' } });
    await written(owner, 12);

    // Files and prints are recorded before they leave.
    const file = await pathOf(second);
    for (const name of ['fax.pdf', 'fax.tiff'])
      expect((await get(owner, 'getFaxFile', { file: `${file}/${name}` })).statusCode).toBe(200);
    const ids = { ext: 'pdf', 'fids[]': String(second) };
    expect((await get(owner, 'getFaxesArchive', ids)).statusCode).toBe(200);
    const printed = { fid: String(second) };
    expect((await rig.ask(owner, 'POST', '/api/faxui/faxPrinted', printed)).statusCode).toBe(200);
    await written(owner, 16);
    // The mail about each fax contains it, and each is copied to the owner's server.
    await test.runJobs();
    await rig.deliver();
    await written(owner, 36);
    expect(await kinds(owner, { fid: String(second) })).toEqual([
      'copy pdf storage',
      'download pdf account',
      'download tiff account',
      'download zip account',
      'mail new-fax recipient',
      'open  account',
      'print  account',
    ]);
    const { rows } = await list(owner, { fid: String(second) });
    expect(rows.find(({ kind }) => kind === 'mail')).toMatchObject({
      name: owner.email,
      number: '3105550111',
    });
    expect(rows.find(({ kind }) => kind === 'copy')).toMatchObject({ name: 'sftp: 127.0.0.1' });
    expect(rows.find(({ kind }) => kind === 'download')).toMatchObject({
      address: '127.0.0.1',
      device: 'lightMyRequest',
    });

    // Reading the activity is an entry itself, for one fax and for all.
    await eventually(async () => {
      const log = (await list(owner, { kind: 'log' })).rows.map(({ fid, by }) => [fid, by]);
      expect(log).toEqual([
        [String(second), 'account'],
        ['', 'account'],
      ]);
    });
    // The entries are in the chain of the audit.
    const chain = openAuditChain(test.database, randomBytes(32));
    expect(await chain.verify()).toMatchObject({ ok: true });
    await test.database.pool.query("update fax_access set address = '' where kind = 'print'");
    expect(await chain.verify()).toMatchObject({
      ok: false,
      reason: expect.stringMatching(/^Access row \d+ was changed/),
    });
  });

  it('an administrator who looks is an entry that the owner sees; they read the activity of their accounts', async () => {
    const { test } = rig;
    const { db } = test.database;
    const parent = await signInAdministrator(test);
    const child = await makeManagedAccount(db, parent);
    const product = { parent_view: true };
    await db.updateTable('product').set(product).where('brand_id', '=', parent.brandId).execute();
    await db
      .updateTable('account')
      .set((eb) => ({
        product_id: eb
          .selectFrom('product')
          .select('id')
          .where('code', '=', 'MF-LOCAL')
          .where('brand_id', '=', parent.brandId),
      }))
      .where('id', '=', child.id)
      .execute();
    const fid = await rig.receive(child.number);
    const uid = String(child.id);
    await parent.send('POST', '/api/faxui/openMailbox.json', { id: uid });
    const key = await pathOf(fid);
    await get(parent.session, 'childFaxFile', { uid, file: `${key}/prev1.gif` });
    await get(parent.session, 'childFaxFile', { uid, file: `${key}/fax.pdf` });
    const expected = ['download pdf administrator', 'open  administrator'];
    const owner = await test.signIn(child.number);
    await eventually(async () => expect(await kinds(owner)).toEqual(expected));
    expect(await kinds(parent.session, { uid })).toEqual(expected);
    expect((await list(owner, { kind: 'open' })).rows).toMatchObject([{ name: parent.username }]);
    // The administrators' own audit rows record that they looked, not every fax a second time.
    const acts = (await get(parent.session, 'ownActions', {})).json<{ rows: { action: string }[] }>();
    expect(acts.rows.map(({ action }) => action)).toEqual(['mailbox.read', 'mailbox.view', 'session.login']);
  });

  it('lists entries by time, although openings are written in batches after a later download', async () => {
    const owner = await rig.person();
    const fid = await rig.receive(owner.number);
    await rig.test.database.pool.query(
      `insert into fax_access (account_id, fax_id, actor_kind, at, kind, form) values
         ($1, $2, 'account', now() - interval '1 minute', 'download', 'pdf'),
         ($1, $2, 'account', now() - interval '2 minutes', 'open', '')`,
      [owner.id, fid],
    );
    for (const query of [{}, { fid: String(fid) }] as Record<string, string>[]) {
      const { rows } = await list(owner, query);
      const seen = rows.filter(({ kind }) => kind === 'open' || kind === 'download');
      expect(seen.map(({ kind }) => kind)).toEqual(['download', 'open']);
    }
  });

  it('no file leaves that cannot be written down', async () => {
    const owner = await rig.person();
    const fid = await rig.receive(owner.number);
    const { pool } = rig.test.database;
    await pool.query(`create function no_audit() returns trigger language plpgsql as $$
      begin raise exception 'the disk of the audit is full'; end $$`);
    await pool.query(`create trigger no_audit before insert on fax_access for each row
      when (new.kind = 'download') execute function no_audit()`);
    try {
      const file = await get(owner, 'getFaxFile', { file: `${await pathOf(fid)}/fax.pdf` });
      const zip = await get(owner, 'getFaxesArchive', { ext: 'pdf', 'fids[]': String(fid) });
      for (const answer of [file, zip]) {
        expect(answer.statusCode).toBe(500);
        expect(answer.body).not.toContain('%PDF');
      }
    } finally {
      await pool.query('drop trigger no_audit on fax_access');
    }
    expect((await get(owner, 'getFaxFile', { file: `${await pathOf(fid)}/fax.pdf` })).statusCode).toBe(200);
  });

  it('pages, filters by fax, kind and day, and tells nothing of other accounts', async () => {
    const owner = await rig.person();
    const faxes = [await rig.receive(owner.number), await rig.receive(owner.number)];
    for (const fid of faxes) await open(owner, fid);
    await written(owner, 2);
    const page = { kind: 'open', 'per-page': '1' };
    expect(await list(owner, page)).toMatchObject({ total: 2, rows: [{ fid: String(faxes[1]) }] });
    expect(await list(owner, { ...page, 'current-page': '2' })).toMatchObject({
      rows: [{ fid: String(faxes[0]) }],
    });
    expect(await list(owner, { kind: 'open', endDate: '2020-01-01' })).toEqual({ rows: [], total: 0 });
    expect(await list(owner, { kind: 'open', ...RANGE })).toMatchObject({ total: 2 });
    const other = await rig.person();
    expect(await list(other, { fid: String(faxes[0]) })).toEqual({ rows: [], total: 0 });
    const foreign = { fid: String(faxes[0]) };
    expect((await rig.ask(other, 'POST', '/api/faxui/faxPrinted', foreign)).statusCode).toBe(404);
    expect((await get(other, 'faxActivity', { uid: String(owner.id) })).statusCode).toBe(404);
  });
});
