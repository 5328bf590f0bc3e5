import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { unknownFolders } from '#server/features/faxes/files/stored-faxes.service.ts';
import { makeAccount } from '#test/factories.ts';
import { startSplitting } from '#test/splitting-rig.ts';
import type { SplittingRig } from '#test/splitting-rig.ts';
import { teamCalls } from '#test/team-rig.ts';

let rig: SplittingRig;
beforeAll(async () => {
  rig = await startSplitting();
});
beforeEach(async () => {
  await rig.renew();
  rig.separators = new Set([2]);
});
afterAll(async () => await rig.test.stop());

const { note, put } = teamCalls(() => rig);
const query = async (text: string) => await rig.test.database.pool.query(text);
/** Faxes that the owner was mailed about, in order of arrival. */
const told = async () =>
  (
    await rig.ask<{ id: number }>(
      `select fax_id::int as id from mail_out where account_id = $1 and template = 'new-fax' order by fax_id`,
    )
  ).map(({ id }) => id);
const parts = async (whole: number) =>
  (await rig.faxes()).filter(({ partOf }) => partOf === whole).map(({ id }) => id);

/** Lets this machine read what arrived while reading was unavailable. */
async function read(): Promise<void> {
  rig.away = false;
  await query(`insert into hand_queue.job (name, payload) values ('read-faxes', '{}')`);
  await rig.test.runJobs();
}

/**
 * Makes the database abort every transaction that splits a fax at its commit, as if its process had been killed.
 * Returns a function that undoes this.
 */
async function killing(): Promise<() => Promise<void>> {
  await query(`create function killed() returns trigger language plpgsql as $$
    begin raise exception 'killed'; end $$`);
  await query(`create constraint trigger killed after insert on audit deferrable initially deferred
    for each row when (new.action = 'fax.split') execute function killed()`);
  return async () => void (await query('drop trigger killed on audit; drop function killed'));
}

describe('a fax that may be split is settled once', () => {
  it('[F-recv-15] a process that is killed before the end leaves everything as it was; the next one splits it', async () => {
    const live = await killing();
    const { id } = await rig.arrive(3);
    await expect(rig.test.runJobs()).rejects.toThrow('killed');
    expect([(await rig.faxes()).map((fax) => [fax.id, fax.archived]), await told()]).toEqual([
      [[id, false]],
      [],
    ]);
    await live();
    const again = async () =>
      await rig.test.sending.arrivals.settle({ accountId: rig.account.id, faxId: id, last: true });
    await Promise.all([again(), again(), again()]);
    await again();
    const split = await parts(id);
    expect([split.length, await told()]).toEqual([2, split]);
    // Pages stored by runs that came too late are removed again; the two of the killed run are collected later.
    const unknown: string[] = [];
    for await (const { kind } of unknownFolders(rig.test.database, rig.test.files)) unknown.push(kind);
    expect(unknown).toEqual(['unfinished', 'unfinished']);
  });

  it('[F-recv-15] after ten minutes without words it is told of as it is, and never split', async () => {
    rig.away = true;
    const { id } = await rig.arrive(3);
    await rig.test.runJobs();
    expect(await told()).toEqual([]);
    await rig.late();
    await rig.test.runJobs();
    expect(await told()).toEqual([id]);
    await read();
    await rig.late();
    await rig.test.runJobs();
    expect([await told(), await parts(id)]).toEqual([[id], []]);
  });

  it('is kept under a legal hold, which no split ends', async () => {
    rig.away = true;
    const { id } = await rig.arrive(3);
    await rig.ask(`insert into legal_hold (account_id, fax_id, reason) values ($1, ${id}, 'case 4711')`);
    await read();
    expect(await parts(id)).toHaveLength(2);
    expect(await rig.ask(`select fax_id::int as id from legal_hold where account_id = $1`)).toEqual([{ id }]);
    await expect(query(`delete from fax where id = ${id}`)).rejects.toThrow('legal_hold');
  });

  it.each([
    ['archived', async (id: number) => await act(id, 'to_archive')],
    ['deleted', async (id: number) => await act(id, 'delete')],
    ['given a note', async (id: number) => await note(id, 'Call back')],
    ['taken in hand', async (id: number) => await put([[id, 0]], { status: 'doing' })],
  ])('stays whole where it was %s before its pages were read', async (_, change) => {
    rig.away = true;
    const { id } = await rig.arrive(3);
    await change(id);
    await read();
    expect([await parts(id), await told()]).toEqual([[], [id]]);
  });

  it('is told of at once, and never split, where the call ended too early', async () => {
    const { id } = await rig.arrive(3, { cutOff: true });
    expect(await told()).toEqual([id]);
    await rig.test.runJobs();
    expect(await parts(id)).toEqual([]);
  });

  it('[A-SPLIT-01] what one account wants changes nothing for another', async () => {
    const other = await makeAccount(rig.test.database.db);
    const { id } = await rig.arrive(3, { called: other.number });
    await rig.test.sending.arrivals.settle({ accountId: rig.account.id, faxId: id, last: true });
    await rig.test.runJobs();
    const { rows } = await query(`select id::int, archived from fax where account_id = ${other.id}`);
    expect(rows).toEqual([{ id, archived: false }]);
  });

  it('a fax that waits can be erased with its account’s rows', async () => {
    rig.away = true;
    const { id } = await rig.arrive(3);
    await query(`delete from fax where id = ${id} and account_id = ${rig.account.id}`);
    expect(await rig.ask('select 1 from split_arrival where account_id = $1')).toEqual([]);
    await rig.late();
    await rig.test.runJobs();
  });
});

async function act(id: number, action: string): Promise<void> {
  const answer = await rig.test.app.inject({
    method: 'PUT',
    url: '/api/n1/db/f2e/FaxArchive.json',
    ...rig.owner,
    payload: { action, fid: String(id) },
  });
  if (answer.statusCode !== 200) throw new Error(answer.body);
}
