import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import type { FaxWork } from '#contract/mailbox/fax-work.ts';
import { MAX_TAGS_OF_FAX } from '#contract/mailbox/team.ts';
import { makeAccount } from '#test/factories.ts';
import { refusal } from '#test/people-rig.ts';
import { ask } from '#test/second-step-rig.ts';
import type { SignedIn } from '#test/start-app.ts';
import { statementsOf } from '#test/statements.ts';
import { newTeam, startTeam, teamCalls } from '#test/team-rig.ts';
import type { TeamWorld } from '#test/team-rig.ts';

let world: TeamWorld;
beforeAll(async () => {
  world = await startTeam();
});
beforeEach(async () => await newTeam(world));
afterAll(async () => await world.test.stop());

const { fax, found, note, put, read, tag, team } = teamCalls(() => world);

const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const at = (minute: number) => ({ at: new Date(Date.now() + 60_000 * minute) });

describe('tags', () => {
  it('are the account’s, each name once, and come off all faxes when they go', async () => {
    const [one, two] = [await fax(), await fax()];
    const referral = await tag('Referral');
    expect(
      refusal(await ask(world.test, ['POST', 'tags'], world.owner, { name: 'REFERRAL', color: 'red' })),
    ).toEqual([409, 'TAG_NAME_TAKEN']);
    const refused = await ask(world.test, ['POST', 'tags'], world.owner, { name: 'a "b"', color: 'red' });
    expect(refused.json()).toMatchObject({ fields: { name: 'NAME_QUOTES' } });
    await put(
      [
        [one, 0],
        [two, 0],
      ],
      { addTags: [referral] },
    );
    await put([[one, 1]], { addTags: [referral] });
    expect((await read(one)).work).toMatchObject({ tags: [referral], version: 2 });
    expect((await team()).tags).toMatchObject([{ id: referral, name: 'Referral', color: 'green', faxes: 2 }]);
    await put([[two, 1]], { removeTags: [referral] });
    expect((await team()).tags[0]?.faxes).toBe(1);
    const file = async (action: string) =>
      await world.test.app.inject({
        method: 'PUT',
        url: '/api/n1/db/f2e/FaxArchive.json',
        ...world.owner,
        payload: { action, fid: one },
      });
    await file('delete');
    expect((await team()).tags[0]?.faxes).toBe(0);
    await file('undelete');
    expect((await team()).tags[0]?.faxes).toBe(1);
    await ask(world.test, ['PUT', 'tags'], world.owner, {
      id: referral,
      name: 'New patient',
      color: 'amber',
    });
    expect(await found('tag:"new patient"')).toEqual([one]);
    await ask(world.test, ['DELETE', 'tags'], world.owner, { id: referral });
    expect((await team()).tags).toEqual([]);
    expect((await read(one)).work.tags).toEqual([]);
  });

  it('of one fax are no more than so many', async () => {
    const id = await fax();
    const ids = [];
    for (let i = 0; i <= MAX_TAGS_OF_FAX; i += 1) ids.push(await tag(`Tag ${i}`));
    expect((await put([[id, 0]], { addTags: ids.slice(0, MAX_TAGS_OF_FAX) })).statusCode).toBe(200);
    expect(refusal(await put([[id, 1]], { addTags: ids.slice(-1) }))).toEqual([409, 'TAG_LIMIT']);
  });
});

describe('the lists of a team', () => {
  it('find what waits for whom, and the counts agree', async () => {
    const free = await fax(at(1));
    const late = await fax(at(2));
    const hers = await fax({ ...at(3), archived: true });
    const done = await fax(at(4));
    const gone = await fax(at(5));
    const old = await fax({ at: new Date(0) });
    await put([[late, 0]], { due: day(-2), status: 'doing' });
    await put([[hers, 0]], { assignee: world.ana.id, due: day(3) });
    await put([[done, 0]], { assignee: world.ana.id, status: 'done', due: day(-2) });
    await world.test.app.inject({
      method: 'PUT',
      url: '/api/n1/db/f2e/FaxArchive.json',
      ...world.owner,
      payload: { action: 'delete', fid: gone },
    });
    expect(await found('assigned:nobody is:open')).toEqual([late, free]);
    expect(await found('assigned:me is:open', world.ana.session)).toEqual([hers]);
    expect(await found('assigned:me', world.ana.session)).toEqual([done, hers]);
    expect(await found('assigned:duarte is:done')).toEqual([done]);
    expect(await found('assigned:me')).toEqual([]);
    expect(await found('due:today is:open')).toEqual([late]);
    expect(await found('due:overdue')).toEqual([done, late]);
    expect(await found('due:any is:doing')).toEqual([late]);
    expect(await found('is:open is:done')).toEqual([]);
    expect(await found('is:open in:archive')).toEqual([hers]);
    expect(await found('is:open is:unread in:inbox')).toEqual([late, free]);
    expect(await found('in:inbox')).toContain(old);
    expect((await team(world.ana.session)).counts).toEqual({ mine: 1, unassigned: 2, due: 1, mentions: 0 });
    expect((await team()).counts).toMatchObject({ mine: 0, unassigned: 2 });
    const people = (await team()).people.map(({ name, role, open }) => [name, role, open]);
    expect(people).toEqual([
      ['Ana Duarte', 'member', 1],
      ['Leo Brandt', 'reader', 0],
    ]);
    // A restored fax is open again.
    await world.test.app.inject({
      method: 'PUT',
      url: '/api/n1/db/f2e/FaxArchive.json',
      ...world.owner,
      payload: { action: 'undelete', fid: gone },
    });
    expect(await found('assigned:nobody is:open')).toEqual([gone, late, free]);
  });

  it('of a tag name the newest first, with other tags, words, and filters', async () => {
    const number = '4155550122';
    const [late, early, plain] = [await fax(at(9)), await fax({ ...at(1), number }), await fax(at(5))];
    const [urgent, scan] = [await tag('Urgent'), await tag('Scan')];
    await put([[early, 0]], { addTags: [urgent, scan] });
    await put([[late, 0]], { addTags: [urgent], status: 'done' });
    await put([[plain, 0]], { addTags: [scan] });
    expect(await found('tag:urgent')).toEqual([late, early]);
    expect(await found('tag:scan tag:urgent')).toEqual([early]);
    expect(await found(`tag:urgent from:${number}`)).toEqual([early]);
    expect(await found(`tag:urgent ${number}`)).toEqual([early]);
    expect(await found('tag:urgent is:unread')).toEqual([late, early]);
    expect(await found('tag:urgent is:read')).toEqual([]);
    expect(await found('tag:urgent is:open')).toEqual([early]);
    expect(await found('tag:urgent before:2020-01-01')).toEqual([]);
    expect(await found('tag:none')).toEqual([]);
  });

  it('of a tag read nothing else of the faxes that have it', async () => {
    const { pool } = world.test.database;
    await put([[await fax(), 0]], { addTags: [await tag('Urgent')] });
    const statements = await statementsOf(async () => expect(await found('tag:urgent')).toHaveLength(1));
    const list = statements.find(({ text }) => text.includes('fax_tag t left join'));
    const { rows } = await pool.query(`explain (format json) ${list?.text}`, [...(list?.values ?? [])]);
    const tables = JSON.stringify(rows).matchAll(/"Relation Name":"(\w+)"/gu);
    expect(new Set([...tables].map(([, table]) => table))).toEqual(new Set(['fax_tag', 'tag']));
  });

  it('show the work at each fax, and the main data says that there is a team', async () => {
    const id = await fax();
    await note(id, 'Look');
    await put([[id, 0]], { assignee: world.ana.id });
    const reply = (await ask(world.test, ['GET', 'search?q=is:open'], world.owner)).json<{
      data: { work?: FaxWork }[];
    }>();
    expect(reply.data[0]?.work).toEqual({
      status: 'open',
      assignee: String(world.ana.id),
      due: null,
      tags: [],
      notes: 1,
      version: 1,
    });
    const main = async (as: SignedIn) =>
      (await world.test.app.inject({ url: '/api/n1/db/f2e/MainInterface.json', ...as })).json<{
        team: boolean;
      }>();
    expect((await main(world.owner)).team).toBe(true);
    const alone = await makeAccount(world.test.database.db);
    expect((await main(await world.test.signIn(alone.number))).team).toBe(false);
  });
});
