import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import type { FaxSplit } from '#contract/mailbox/fax-split.ts';
import { checkCounters } from '#server/features/mailbox/inbox/fax-counters.service.ts';
import { makeAccount } from '#test/factories.ts';
import { ask } from '#test/second-step-rig.ts';
import { startSplitting } from '#test/splitting-rig.ts';
import type { SplittingRig } from '#test/splitting-rig.ts';
import type { SignedIn } from '#test/start-app.ts';
import { teamCalls } from '#test/team-rig.ts';

let rig: SplittingRig;
beforeAll(async () => {
  rig = await startSplitting();
});
beforeEach(async () => await rig.renew());
afterAll(async () => await rig.test.stop());

const { note, put, tag, read } = teamCalls(() => rig);

/** Makes a fax split into three, and returns the whole fax and its parts. */
async function splitFax(): Promise<[whole: number, one: number, two: number, three: number]> {
  rig.separators = new Set([2, 4]);
  const { id } = await rig.arrive(5);
  await rig.test.runJobs();
  const parts = (await rig.faxes()).filter(({ partOf }) => partOf === id).map((part) => part.id);
  return [id, ...(parts as [number, number, number])];
}

const look = async (fid: number, as: SignedIn = rig.owner) =>
  await ask(rig.test, ['GET', `faxSplit?fid=${fid}`], as);
const seen = async (fid: number) => (await look(fid)).json<FaxSplit>();
const undo = async (fid: number, as: SignedIn = rig.owner) =>
  await ask(rig.test, ['POST', 'undoSplit'], as, { fid });
const again = async (fid: number, changed: number[], as: SignedIn = rig.owner) =>
  await ask(rig.test, ['POST', 'splitAgain'], as, { fid, changed });
const act = async (action: string, ...fid: number[]) => {
  const url = '/api/n1/db/f2e/FaxArchive.json';
  const answer = await rig.test.app.inject({
    method: 'PUT',
    url,
    ...rig.owner,
    payload: { action, fid: fid.map(String) },
  });
  expect(answer.statusCode).toBe(200);
};
const dataOf = (answer: Awaited<ReturnType<typeof undo>>) => answer.json<{ data: object }>().data;
const ids = (...faxes: number[]) => faxes.map(String);

/** Returns the place of each fax of the account, in order. */
async function places(): Promise<(string | null)[]> {
  const rows = await rig.ask<{ place: string | null }>(
    `select case when deleted_at is not null then 'Deleted' when archived then 'Archive' else 'Inbox' end as place
     from fax where account_id = $1 order by id`,
  );
  return rows.map(({ place }) => place);
}
/** Returns the `split` marks of the faxes in a folder. */
const marks = async (archive: string) => {
  const url = `/api/n1/db/f2e/SSPFaxArchive.json?draw=1&columns[0][data]=archive&columns[0][search][value]=${archive}`;
  const { data } = (await rig.test.app.inject({ url, ...rig.owner })).json<{
    data: { split?: string }[];
  }>();
  return data.map(({ split }) => split);
};
/** Returns the faxes that have work. */
const waiting = async () =>
  (
    await rig.ask<{ id: number }>(
      'select fax_id::int as id from fax_work where account_id = $1 and not deleted order by fax_id',
    )
  ).map(({ id }) => id);
const audits = async () =>
  await rig.ask<{ action: string; object: string; detail: object }>(
    `select action, object, detail from audit where account_id = $1 and action in ('fax.undo-split', 'fax.split-again') order by id`,
  );
const SPLIT = ['Archive', 'Inbox', 'Inbox', 'Inbox'];
const WHOLE = ['Inbox', 'Deleted', 'Deleted', 'Deleted'];

describe('a fax of a split', () => {
  it('knows its number, the other parts and the whole fax, and lists say which one it is', async () => {
    const [whole, ...parts] = await splitFax();
    const all = {
      whole: { fax_id: String(whole), folder: 'Archive' },
      parts: parts.map((id) => ({ fax_id: String(id), folder: 'Inbox' })),
    };
    expect(await seen(whole)).toEqual({ part: null, ...all });
    expect(await seen(parts[1] ?? 0)).toEqual({ part: 2, ...all });
    expect([await marks('0'), await marks('1')]).toEqual([['part', 'part', 'part'], ['whole']]);
  });

  it('says which others were deleted and which were erased, and keeps its number', async () => {
    const [whole, one, two, three] = await splitFax();
    await act('delete', whole, two);
    expect(await seen(three)).toEqual({
      part: 3,
      whole: { fax_id: String(whole), folder: 'Deleted' },
      parts: [
        { fax_id: String(one), folder: 'Inbox' },
        { fax_id: String(two), folder: 'Deleted' },
        { fax_id: String(three), folder: 'Inbox' },
      ],
    });
    await rig.ask(`delete from fax where account_id = $1 and id in (${whole}, ${one})`);
    await rig.ask(
      `update fax set deleted_at = now() - interval '400 days' where account_id = $1 and id = ${two}`,
    );
    const gone = { fax_id: null, folder: null };
    expect(await seen(three)).toEqual({
      part: 3,
      whole: gone,
      parts: [gone, gone, { fax_id: String(three), folder: 'Inbox' }],
    });
    expect((await look(two)).statusCode).toBe(404);
  });

  it('is nothing to somebody else, and no other fax is one', async () => {
    const [whole, one] = await splitFax();
    const other = await rig.test.signIn((await makeAccount(rig.test.database.db)).number);
    rig.separators = new Set();
    const plain = await rig.arrive(1);
    for (const [fid, as] of [
      [whole, other],
      [one, other],
      [plain.id, rig.owner],
      [999_999_999, rig.owner],
    ] as const) {
      expect((await look(fid, as)).statusCode).toBe(404);
      expect((await undo(fid, as)).statusCode).toBe(404);
      expect((await again(fid, [whole, one], as)).statusCode).toBe(404);
    }
    expect(await places()).toEqual([...SPLIT, 'Inbox']);
    // Another account's ids among one's own change nothing there.
    const mine = rig.owner;
    await rig.renew();
    const theirs = await splitFax();
    await undo(theirs[0]);
    expect((await again(whole, [whole, ...theirs], mine)).statusCode).toBe(404);
    expect(await places()).toEqual(WHOLE);
  });
});

describe('undoing a split', () => {
  it('puts the whole fax back in the inbox and its parts in Recently deleted, and can be undone', async () => {
    const [whole, one, two, three] = await splitFax();
    await act('to_archive', three);
    const undone = await undo(two);
    expect(dataOf(undone)).toEqual({ whole: String(whole), changed: ids(whole, one, two, three) });
    expect([await places(), await checkCounters(rig.test.database)]).toEqual([WHOLE, []]);
    expect((await seen(whole)).parts.map(({ folder }) => folder)).toEqual(['Deleted', 'Deleted', 'Deleted']);
    expect(dataOf(await again(whole, [whole, one, two, three]))).toEqual({
      changed: ids(whole, one, two, three),
    });
    expect([await places(), await checkCounters(rig.test.database)]).toEqual([
      ['Archive', 'Inbox', 'Inbox', 'Archive'],
      [],
    ]);
    const object = `fax/${whole}`;
    const detail = { faxes: [whole, one, two, three] };
    expect(await audits()).toEqual([
      { action: 'fax.undo-split', object, detail },
      { action: 'fax.split-again', object, detail },
    ]);
  });

  it('changes nothing a second time, however many ask at once, and only what it changed comes back', async () => {
    const [whole, one, two, three] = await splitFax();
    await act('delete', one);
    const answers = await Promise.all([undo(whole), undo(two), undo(three)]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
    const changed = answers.flatMap((answer) => (dataOf(answer) as { changed: string[] }).changed);
    expect(changed).toEqual(ids(whole, two, three));
    expect(dataOf(await undo(one))).toEqual({ whole: String(whole), changed: [] });
    expect([await places(), (await audits()).length]).toEqual([WHOLE, 1]);
    await Promise.all([again(whole, [whole, two, three]), again(whole, [whole, two, three])]);
    expect(await places()).toEqual(['Archive', 'Deleted', 'Inbox', 'Inbox']);
    expect(await audits()).toHaveLength(2);
  });

  it('is refused where the whole fax was deleted, and never leaves the inbox without the pages', async () => {
    const [whole, one, two, three] = await splitFax();
    await act('delete', whole);
    expect((await undo(one)).statusCode).toBe(404);
    await act('undelete', whole);
    await undo(one);
    // Parts that were erased in the meantime do not come back, and the whole fax stays.
    await rig.ask(`delete from fax where account_id = $1 and part_of = ${whole}`);
    expect((await again(whole, [whole, one, two, three])).statusCode).toBe(404);
    expect(await places()).toEqual(['Inbox']);
  });

  it('does not touch a whole fax that was deleted after the undoing', async () => {
    const [whole, one, two, three] = await splitFax();
    await undo(one);
    await act('delete', whole);
    expect(dataOf(await again(whole, [whole, one, two, three]))).toEqual({ changed: ids(one, two, three) });
    expect(await rig.ask('select archived from fax where account_id = $1 and part_of is null')).toEqual([
      { archived: false },
    ]);
  });

  it('leaves notes, tags and status with the parts; the whole fax waits for somebody meanwhile', async () => {
    const [whole, one, two, three] = await splitFax();
    const urgent = await tag('Urgent');
    await put([[one, 0]], { status: 'doing', addTags: [urgent] });
    await note(two, 'Call back');
    await undo(whole);
    expect(await waiting()).toEqual([whole]);
    await again(whole, [whole, one, two, three]);
    expect(await waiting()).toEqual([one, two, three]);
    expect((await read(one)).work).toMatchObject({ status: 'doing', tags: [urgent] });
    expect((await read(two)).notes).toHaveLength(1);
    // Notes that were written on the whole fax stay there.
    await undo(whole);
    await note(whole, 'Keep it in one piece');
    await again(whole, [whole, one, two, three]);
    expect(await waiting()).toEqual([whole, one, two, three]);
  });

  it('is for those who may delete and file faxes; a reader only looks', async () => {
    const [whole, one, two, three] = await splitFax();
    expect((await look(one, rig.leo.session)).statusCode).toBe(200);
    expect((await undo(one, rig.leo.session)).statusCode).toBe(403);
    expect(await places()).toEqual(SPLIT);
    expect((await undo(one, rig.ana.session)).statusCode).toBe(200);
    expect((await again(whole, [whole, one, two, three], rig.leo.session)).statusCode).toBe(403);
    expect(await places()).toEqual(WHOLE);
  });

  it('ends no legal hold: a part that is kept cannot be erased afterwards', async () => {
    const [whole, one] = await splitFax();
    await rig.ask(`insert into legal_hold (account_id, fax_id, reason) values ($1, ${one}, 'case 4711')`);
    await undo(whole);
    const erased = await ask(rig.test, ['POST', 'eraseFaxes'], rig.owner, { fids: [String(one)] });
    expect([erased.statusCode, erased.json<{ error: string }>().error]).toEqual([412, 'FAX_HELD']);
    expect(await places()).toEqual(WHOLE);
  });

  it('tells programs, mails and copies of nothing a second time', async () => {
    const [whole] = await splitFax();
    const told = async () => [
      await rig.ask(`select id from api_event where account_id = $1 order by id`),
      await rig.ask(`select id from mail_out where account_id = $1 order by id`),
    ];
    const before = await told();
    await undo(whole);
    await rig.test.runJobs();
    expect(await told()).toEqual(before);
  });
});
