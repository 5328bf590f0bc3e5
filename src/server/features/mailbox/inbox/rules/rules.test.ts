import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sql } from 'kysely';

import type { TriedFax } from '#contract/mailbox/rules.ts';
import { makeAccount, makeFax } from '#test/factories.ts';
import { lastMail, readMails } from '#test/mails.ts';
import { refusal } from '#test/people-rig.ts';
import { CALLER, mailTo, ruleCalls, ruleWith, startRules } from '#test/rules-rig.ts';
import { ask } from '#test/second-step-rig.ts';
import { dataOf, newTeam, teamCalls } from '#test/team-rig.ts';
import type { TeamWorld } from '#test/team-rig.ts';

let world: TeamWorld;
beforeAll(async () => {
  world = await startRules();
});
beforeEach(async () => await newTeam(world));
afterAll(async () => await world.test.stop());

const { read, tag } = teamCalls(() => world);
const { acted, add, arrive, did, handled, listed, made } = ruleCalls(() => world);

const faxOf = async (id: number) =>
  await world.test.database.db
    .selectFrom('fax')
    .select(['archived', 'is_new'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

describe('rules act on a fax that arrives', () => {
  it('from top to bottom: tags, person, due date, mail, read, archive; “stop” leaves out those below', async () => {
    const { ana } = world;
    const lab = await tag('Lab');
    await made({
      name: 'Results',
      conditions: [{ kind: 'caller', callers: ['310*'] }],
      actions: [
        { kind: 'tag', tags: [lab] },
        { kind: 'assign', person: ana.id },
        { kind: 'due', days: 2 },
      ],
    });
    await made({ name: 'Off', active: false });
    await made({ name: 'Long', conditions: [{ kind: 'pages-min', pages: 3 }] });
    await made({
      name: 'Tell Ana',
      stop: true,
      actions: [{ kind: 'email', emails: [ana.email] }, { kind: 'read' }, { kind: 'archive' }],
    });
    await made({ name: 'Below', actions: [{ kind: 'read' }] });
    const fid = await handled();
    const [first, second, ...others] = await acted(fid, world.leo.session);
    expect(others).toEqual([]);
    expect(first).toMatchObject({
      name: 'Results',
      did: [
        { kind: 'tag', what: 'Lab', outcome: 'done' },
        { kind: 'assign', what: 'Ana Duarte', outcome: 'done' },
        { kind: 'due', what: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) as string, outcome: 'done' },
      ],
    });
    expect(second).toMatchObject({ name: 'Tell Ana', did: [{ what: ana.email }, {}, {}] });
    const { work, changedBy } = await read(fid);
    expect({ work, changedBy }).toMatchObject({
      work: { assignee: String(ana.id), tags: [lab], due: first?.did[2]?.what },
      changedBy: 'Results',
    });
    expect(await faxOf(fid)).toEqual({ archived: true, is_new: false });
    expect((await lastMail(world.test.folder, 'fax-received', ana.email)).text).toContain('310-555-0111');
    const { rules } = await listed();
    expect(rules.map(({ name, month }) => [name, month])).toEqual([
      ['Results', 1],
      ['Off', 0],
      ['Long', 0],
      ['Tell Ana', 1],
      ['Below', 0],
    ]);
  });

  it('an account without rules that are on adds no job', async () => {
    await made({ active: false });
    await handled();
    const { rows } = await sql`select from rule_arrival`.execute(world.test.database.db);
    expect(rows).toEqual([]);
  });

  it('people, tags and addresses that are gone by then leave the rest of the rule to be done', async () => {
    const { ana, owner, test } = world;
    const lab = await tag('Lab');
    await made({
      actions: [
        { kind: 'tag', tags: [lab] },
        { kind: 'assign', person: ana.id },
        { kind: 'email', emails: [ana.email] },
        { kind: 'archive' },
      ],
    });
    await ask(test, ['DELETE', 'tags'], owner, { id: lab });
    await ask(test, ['DELETE', 'people'], owner, { id: ana.id });
    const fid = await handled();
    expect(await did(fid)).toMatchObject([
      ['Lab', [{ outcome: 'gone' }, { outcome: 'gone' }, { outcome: 'not-allowed' }, { outcome: 'done' }]],
    ]);
    expect(await faxOf(fid)).toMatchObject({ archived: true });
  });
});

describe('who is told of a fax', () => {
  it('by a list that changed since it came is not told again by a rule, and the rule does the rest', async () => {
    const { ana, account, test } = world;
    const { db } = test.database;
    await made({ name: 'Tell Ana', ...mailTo(ana.email) });
    await made({ name: 'File' });
    await db
      .insertInto('subaccount')
      .values({ account_id: account.id, email: ana.email, receive_faxes: true, send_faxes: false })
      .execute();
    const fid = await arrive();
    await db.deleteFrom('subaccount').where('account_id', '=', account.id).execute();
    await test.runJobs();
    expect(await faxOf(fid)).toMatchObject({ archived: true });
    expect((await did(fid)).map(([name]) => name)).toEqual(['Tell Ana', 'File']);
    const mails = await readMails(test.folder);
    expect(mails.filter(({ to, template }) => to === ana.email && template === 'fax-received')).toHaveLength(
      1,
    );
  });
});

describe('rules of an account', () => {
  it('[A-RULE-04] mail only its own, its people’s and its confirmed subaccounts’ addresses', async () => {
    const { db } = world.test.database;
    await sql`
      insert into contact (account_id, fax_number, to_person, company, email)
      values (${world.account.id}, ${CALLER}, 'X', '', 'x@example.org')`.execute(db);
    await sql`
      insert into subaccount (account_id, email, receive_faxes, send_faxes, confirm_hash)
      values (${world.account.id}, 'sub@example.org', true, false, '\\x00')`.execute(db);
    for (const email of ['x@example.org', 'sub@example.org'])
      expect(refusal(await add(mailTo(email)))).toEqual([412, 'RULE_EMAIL']);
    await db
      .updateTable('subaccount')
      .set({ confirm_hash: null })
      .where('email', '=', 'sub@example.org')
      .execute();
    for (const email of ['SUB@example.org', world.ana.email, world.account.email])
      expect((await add(mailTo(email))).statusCode).toBe(200);
    expect((await listed()).emails.toSorted()).toEqual(
      ['sub@example.org', world.ana.email, world.leo.email, world.account.email].toSorted(),
    );
  });

  it('[A-RULE-04] that send faxes to somebody new are told to the owner, once', async () => {
    const told = async () => {
      await world.test.runJobs();
      const mails = await readMails(world.test.folder);
      return mails.filter(({ template, to }) => template === 'rule-changed' && to === world.account.email)
        .length;
    };
    const rule = ruleWith(mailTo(world.ana.email));
    const id = await made({ ...rule, active: false });
    expect(await told()).toBe(0);
    const edit = async (change: object) => {
      await ask(world.test, ['PUT', 'rules'], world.owner, { id, ...rule, ...change });
      return await told();
    };
    expect(await edit({})).toBe(1);
    expect(await edit({ name: 'Other' })).toBe(1);
    expect(await edit(mailTo(world.leo.email))).toBe(2);
    expect(await edit(mailTo(world.account.email))).toBe(2);
  });

  it('are owners’ alone; what they did is seen by everybody who sees the fax', async () => {
    for (const { session } of [world.ana, world.leo]) {
      const answer = await ask(world.test, ['POST', 'rules'], session, ruleWith({}));
      expect(refusal(answer)).toEqual([403, 'ROLE_NOT_ALLOWED']);
    }
    const other = await makeFax(world.test.database.db, (await makeAccount(world.test.database.db)).id);
    const foreign = await ask(world.test, ['GET', `faxRules?fid=${other.id}`], world.owner);
    expect(refusal(foreign)).toEqual([404, 'NOT_FOUND']);
  });

  it('name only tags, people and groups of the account', async () => {
    const stranger = await makeAccount(world.test.database.db);
    const theirs = await world.test.signIn(stranger.number);
    const group = dataOf(
      await ask(world.test, ['POST', 'addContactGroup'], theirs, { name: 'Labs', contacts: [] }),
    ).id;
    const theirTag = dataOf(
      await ask(world.test, ['POST', 'tags'], theirs, { name: 'Theirs', color: 'red' }),
    ).id;
    for (const change of [
      { conditions: [{ kind: 'group', groups: [group] }] },
      { actions: [{ kind: 'tag', tags: [theirTag] }] },
      { actions: [{ kind: 'assign', person: world.leo.id }] },
      { actions: [{ kind: 'assign', person: 999_999 }] },
    ])
      expect(refusal(await add(change))).toEqual([400, 'VALIDATION']);
  });

  it('are changed, put in order and deleted; 50 are the most', async () => {
    const ids = [await made({ name: 'A' }), await made({ name: 'B' }), await made({ name: 'C' })];
    const order = [ids[2], ids[0]];
    await ask(world.test, ['PUT', 'ruleOrder'], world.owner, { ids: order });
    expect((await listed()).rules.map(({ name }) => name)).toEqual(['C', 'A', 'B']);
    await ask(world.test, ['PUT', 'rules'], world.owner, { id: ids[0], ...ruleWith({ name: 'A2' }) });
    await ask(world.test, ['DELETE', 'rules'], world.owner, { id: ids[2] });
    expect((await listed()).rules.map(({ name }) => name)).toEqual(['A2', 'B']);
    await sql`
      insert into arrival_rule (account_id, position, name, active, match, conditions, actions, stop)
      select ${world.account.id}, 10 + n, 'Rule ' || n, false, 'all', '[]', '[]', false
      from generate_series(1, 48) n`.execute(world.test.database.db);
    expect(refusal(await add({}))).toEqual([409, 'RULE_LIMIT']);
    expect(refusal(await ask(world.test, ['DELETE', 'rules'], world.owner, { id: ids[2] }))).toEqual([
      404,
      'NOT_FOUND',
    ]);
  });

  it('are tried on the newest 100 received faxes, and nothing changes', async () => {
    const { db } = world.test.database;
    const [short, long] = [await arrive(), await arrive({ tiff: Buffer.from('PPPP') })];
    await makeFax(db, world.account.id, { action: 'S', pages: 9 });
    await makeFax(db, world.account.id, { deleted: true, pages: 9 });
    const answer = await ask(world.test, ['POST', 'tryRule'], world.owner, {
      match: 'all',
      conditions: [{ kind: 'pages-min', pages: 3 }],
    });
    const { faxes } = answer.json<{ faxes: TriedFax[] }>();
    expect(faxes.map(({ fid, matches, number }) => [Number(fid), matches, number])).toEqual([
      [long, true, '310-555-0111'],
      [short, false, '310-555-0111'],
    ]);
    expect(await acted(long)).toEqual([]);
  });
});
