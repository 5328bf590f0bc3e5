import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { makeAccount, makeFax } from '#test/factories.ts';
import { joinedBy, refusal } from '#test/people-rig.ts';
import { ask } from '#test/second-step-rig.ts';
import type { SignedIn } from '#test/start-app.ts';
import { dataOf, newTeam, startTeam, teamCalls } from '#test/team-rig.ts';
import type { TeamWorld } from '#test/team-rig.ts';

let world: TeamWorld;
beforeAll(async () => {
  world = await startTeam();
});
beforeEach(async () => await newTeam(world));
afterAll(async () => await world.test.stop());

const { fax, found, note, put, read, readers, see, team } = teamCalls(() => world);

const audited = async () =>
  (
    await world.test.database.pool.query<{ action: string; detail: object }>(
      `select action, detail from audit where account_id = $1 and (action like 'fax.%' or action like 'tag.%') order by id`,
      [world.account.id],
    )
  ).rows;

describe('work on a fax', () => {
  it('begins with its arrival where people work, and with the first change otherwise', async () => {
    const alone = await makeAccount(world.test.database.db);
    const [mine, old, sent] = [await fax(), await fax({ at: new Date(0) }), await fax({ action: 'S' })];
    const { id: elsewhere } = await makeFax(world.test.database.db, alone.id);
    const { rows } = await world.test.database.pool.query<{ fax_id: number }>('select fax_id from fax_work');
    const begun = rows.map((row) => row.fax_id);
    expect(begun).toContain(mine);
    for (const id of [old, sent, elsewhere]) expect(begun).not.toContain(id);
    expect((await read(old)).work).toEqual({
      status: 'open',
      assignee: null,
      due: null,
      tags: [],
      notes: 0,
      version: 0,
    });
    expect((await put([[old, 0]], { status: 'doing' })).statusCode).toBe(200);
    expect((await read(old)).work).toMatchObject({ status: 'doing', version: 1 });
    expect(refusal(await put([[sent, 0]], { status: 'doing' }))).toEqual([412, 'NOT_RECEIVED']);
    expect(refusal(await put([[elsewhere, 0]], { status: 'doing' }))).toEqual([404, 'NOT_FOUND']);
    expect(refusal(await ask(world.test, ['GET', `faxWork?fid=${elsewhere}`], world.owner))).toEqual([
      404,
      'NOT_FOUND',
    ]);
  });

  it('[A-TEAM-01] is refused to whoever has not seen the latest change, with the name of who made it', async () => {
    const [one, two] = [await fax(), await fax()];
    const taken = await put([[one, 0]], { assignee: world.ana.id, status: 'doing' }, world.ana.session);
    expect(dataOf(taken).changed[0]?.work).toMatchObject({
      assignee: String(world.ana.id),
      status: 'doing',
      version: 1,
    });
    const late = await put([[one, 0]], { status: 'done' });
    expect(refusal(late)).toEqual([409, 'WORK_CHANGED']);
    expect(late.json<{ message: string }>().message).toContain('Ana Duarte');
    const both = [
      [one, 0],
      [two, 0],
    ] as [number, number][];
    expect(dataOf(await put(both, { assignee: null, due: '2026-12-01' }))).toMatchObject({
      changed: [{ id: String(two), work: { due: '2026-12-01' } }],
      stale: [{ id: String(one), by: 'Ana Duarte' }],
    });
    expect((await read(one)).work).toMatchObject({ status: 'doing', due: null });
    // Of two changes at the same moment, one wins.
    const race = await Promise.all(
      [world.owner, world.ana.session].map(async (who) => await put([[two, 1]], { status: 'done' }, who)),
    );
    expect(race.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409]);
  });

  it('[A-TEAM-02] takes only people, tags and faxes of the own account, and readers change nothing', async () => {
    const other = await makeAccount(world.test.database.db);
    const otherOwner = await world.test.signIn(other.number);
    const stranger = await joinedBy(world.test, otherOwner, { role: 'member' });
    const strange = dataOf(
      await ask(world.test, ['POST', 'tags'], otherOwner, { name: 'Theirs', color: 'red' }),
    ).id;
    const id = await fax();
    for (const change of [{ assignee: stranger.id }, { assignee: world.leo.id }, { addTags: [strange] }])
      expect(refusal(await put([[id, 0]], change))).toEqual([400, 'VALIDATION']);
    expect(refusal(await put([[id, 0]], { status: 'done' }, otherOwner))).toEqual([404, 'NOT_FOUND']);
    expect(refusal(await put([[id, 0]], { status: 'done' }, world.leo.session))).toEqual([
      403,
      'ROLE_NOT_ALLOWED',
    ]);
    const noteId = await note(id, 'Ours');
    for (const [method, path, body] of [
      ['PUT', 'faxNotes', { id: noteId, text: 'x' }],
      ['DELETE', 'faxNotes', { id: noteId }],
      ['PUT', 'tags', { id: strange, name: 'x', color: 'red' }],
      ['DELETE', 'tags', { id: strange }],
    ] as const) {
      const as = path === 'tags' ? world.owner : otherOwner;
      expect(refusal(await ask(world.test, [method, path], as, body))).toEqual([404, 'NOT_FOUND']);
    }
    expect((await team(otherOwner)).tags).toHaveLength(1);
    // A mention of another account's person is left out.
    await note(id, 'Look, @them', [stranger.id]);
    expect((await read(id)).notes.at(-1)?.mentions).toEqual([]);
  });

  it('is nobody’s again when its person leaves, and goes with its fax', async () => {
    const id = await fax();
    await put([[id, 0]], { assignee: world.ana.id });
    await note(id, 'For @Ana Duarte', [world.ana.id], world.owner);
    await note(id, 'Mine', [], world.ana.session);
    await ask(world.test, ['DELETE', 'people'], world.owner, { id: world.ana.id });
    const { work, notes } = await read(id);
    expect(work).toMatchObject({ assignee: null, version: 2, notes: 2 });
    expect(notes.map(({ author, mentions }) => [author.name, mentions])).toEqual([
      ['', []],
      ['Ana Duarte', []],
    ]);
    await world.test.database.db.deleteFrom('fax').where('id', '=', id).execute();
    const { rows } = await world.test.database.pool.query(
      'select from fax_work where account_id = $1 union all select from fax_note where account_id = $1',
      [world.account.id],
    );
    expect(rows).toHaveLength(0);
  });

  it('is in the trail, without what notes say', async () => {
    const id = await fax();
    await put([[id, 0]], { status: 'done' }, world.ana.session);
    const written = await note(id, 'Secret diagnosis', [world.ana.id], world.ana.session);
    await ask(world.test, ['PUT', 'faxNotes'], world.ana.session, { id: written, text: 'Secret again' });
    await ask(world.test, ['DELETE', 'faxNotes'], world.owner, { id: written });
    const rows = await audited();
    expect(rows.map(({ action }) => action)).toEqual([
      'fax.work',
      'fax.note',
      'fax.note-edit',
      'fax.note-delete',
    ]);
    expect(rows[0]?.detail).toMatchObject({ faxes: [id], status: 'done', personId: world.ana.id });
    expect(JSON.stringify(rows)).not.toContain('Secret');
  });
});

describe('who has a fax open', () => {
  it('is named to the others for a minute, on that fax only', async () => {
    const { ana, leo, owner } = world;
    const [one, two] = [await fax(), await fax()];
    expect(await readers(one, ana.session)).toEqual([]);
    expect(await readers(one, leo.session)).toEqual(['Ana Duarte']);
    expect(await readers(one, ana.session)).toEqual(['Leo Brandt']);
    // The login with number and password has no name to show.
    expect(await readers(one, owner)).toEqual(['Ana Duarte', 'Leo Brandt']);
    expect(await readers(two, owner)).toEqual([]);
    await world.test.database.pool.query(`update fax_reader set until = now() - interval '1 second'`);
    expect(await readers(one, owner)).toEqual([]);
    expect(await readers(one, ana.session)).toEqual([]);
    const { rows } = await world.test.database.pool.query('select from fax_reader where fax_id = $1', [one]);
    expect(rows).toHaveLength(1);
  });

  it('is nobody who has left the account', async () => {
    const id = await fax();
    await readers(id, world.ana.session);
    await ask(world.test, ['DELETE', 'people'], world.owner, { id: world.ana.id });
    expect(await readers(id)).toEqual([]);
  });
});

describe('notes', () => {
  it('[A-TEAM-03] are changed by whoever wrote them, and deleted by owners too', async () => {
    const id = await fax();
    const byAna = await note(id, 'One', [], world.ana.session);
    const byNumber = await note(id, 'Two');
    const rights = async (as: SignedIn) =>
      (await read(id, as)).notes.map(({ yours, removable }) => [yours, removable]);
    expect(await rights(world.ana.session)).toEqual([
      [true, true],
      [false, false],
    ]);
    expect(await rights(world.owner)).toEqual([
      [false, true],
      [true, true],
    ]);
    expect(await rights(world.leo.session)).toEqual([
      [false, false],
      [false, false],
    ]);
    const edit = async (noteId: string, as: SignedIn) =>
      await ask(world.test, ['PUT', 'faxNotes'], as, { id: noteId, text: 'Changed' });
    expect(refusal(await edit(byAna, world.owner))).toEqual([404, 'NOT_FOUND']);
    expect(refusal(await edit(byNumber, world.ana.session))).toEqual([404, 'NOT_FOUND']);
    expect(
      refusal(await ask(world.test, ['DELETE', 'faxNotes'], world.ana.session, { id: byNumber })),
    ).toEqual([404, 'NOT_FOUND']);
    expect((await edit(byAna, world.ana.session)).statusCode).toBe(200);
    expect((await read(id)).notes[0]).toMatchObject({ text: 'Changed', edited: true });
    expect((await ask(world.test, ['DELETE', 'faxNotes'], world.owner, { id: byAna })).statusCode).toBe(200);
    expect((await read(id)).notes).toHaveLength(1);
  });

  it('count for those whom they name until they have read them', async () => {
    const [one, two] = [await fax(), await fax()];
    await note(one, '@Ana Duarte please call back', [world.ana.id]);
    await note(one, '@Ana Duarte it is urgent', [world.ana.id]);
    expect((await team(world.ana.session)).counts.mentions).toBe(1);
    expect((await team(world.leo.session)).counts.mentions).toBe(0);
    expect((await team()).counts.mentions).toBe(0);
    expect(await found('mentions:me', world.ana.session)).toEqual([one]);
    expect(await found('mentions:me')).toEqual([]);
    await see(two, world.ana.session);
    await read(one, world.ana.session);
    expect((await team(world.ana.session)).counts.mentions).toBe(1);
    await see(one, world.ana.session);
    expect((await team(world.ana.session)).counts.mentions).toBe(0);
    expect(await found('mentions:me', world.ana.session)).toEqual([one]);
  });
});
