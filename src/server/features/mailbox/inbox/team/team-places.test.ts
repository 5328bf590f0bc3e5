import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { newTeam, startTeam, teamCalls } from '#test/team-rig.ts';
import type { TeamWorld } from '#test/team-rig.ts';
import { waitingStatements } from '#test/waiting-statements.ts';

let world: TeamWorld;
beforeAll(async () => {
  world = await startTeam();
});
beforeEach(async () => await newTeam(world));
afterAll(async () => await world.test.stop());

const { fax, found, note, put, tag, team } = teamCalls(() => world);

/** Finds Ana's faxes in the inbox, and one sender's in the archive; then those with a tag in both. */
const where = async () =>
  await Promise.all([
    found('assigned:ana in:inbox'),
    found('assigned:ana in:archive from:3105550111'),
    found('tag:urgent in:inbox'),
    found('tag:urgent in:archive'),
  ]);

/** Runs the statement of a migration that fills new columns of a table. */
async function fill(migration: string, table: string): Promise<void> {
  const file = new URL(`../../../../../engine/database/migrations/${migration}.sql`, import.meta.url);
  const [statement] = new RegExp(`^update ${table} [^;]+;`, 'mu').exec(await readFile(file, 'utf8')) ?? [];
  await world.test.database.pool.query(statement ?? '');
}

describe('the lists of a team', () => {
  it('follow a fax to the archive and back, and find it by its sender there', async () => {
    const [id, other] = [await fax({ number: '3105550111' }), await fax({ number: '4155550122' })];
    await put(
      [
        [id, 0],
        [other, 0],
      ],
      { assignee: world.ana.id, addTags: [await tag('Urgent')] },
    );
    const file = async (action: string) =>
      await world.test.app.inject({
        method: 'PUT',
        url: '/api/n1/db/f2e/FaxArchive.json',
        ...world.owner,
        payload: { action, fid: id },
      });
    const both = [other, id];
    expect(await where()).toEqual([both, [], both, []]);
    await file('to_archive');
    expect(await where()).toEqual([[other], [id], [other], [id]]);
    await file('from_archive');
    expect(await where()).toEqual([both, [], both, []]);
  });

  it('have a fax at its new place when it moves at the moment in which its work begins', async () => {
    const { database } = world.test;
    const [moved, gone] = [await fax({ at: new Date(0) }), await fax({ at: new Date(0) })];
    const begun = Promise.withResolvers<void>();
    const go = Promise.withResolvers<void>();
    const moving = database.transaction(async (tx) => {
      await tx.updateTable('fax').set({ archived: true }).where('id', '=', moved).execute();
      await tx.updateTable('fax').set({ deleted_at: new Date() }).where('id', '=', gone).execute();
      begun.resolve();
      await go.promise;
    });
    await begun.promise;
    const assigning = put(
      [
        [moved, 0],
        [gone, 0],
      ],
      { assignee: world.ana.id },
    );
    await expect.poll(async () => await waitingStatements(database.pool)).toBe(1);
    go.resolve();
    await moving;
    await assigning;
    expect(await found('assigned:ana in:inbox')).toEqual([]);
    expect(await found('assigned:ana')).toEqual([moved]);
    expect((await team(world.ana.session)).counts.mine).toBe(1);
  });

  it('find faxes whose work began before the update', async () => {
    const id = await fax();
    await note(id, 'Look');
    await put([[id, 0]], { addTags: [await tag('Urgent')] });
    const { pool } = world.test.database;
    await pool.query('update fax_work set folder = null, party_id = null');
    await pool.query('update fax_tag set folder = null, fax_at = null');
    expect(await found('is:open')).toEqual([]);
    expect(await found('tag:urgent')).toEqual([]);
    await fill('0880-fax-work-places', 'fax_work');
    await fill('0890-fax-tag-places', 'fax_tag');
    expect(await found('tag:urgent')).toEqual([id]);
    expect(await found('is:open')).toEqual([id]);
  });
});
