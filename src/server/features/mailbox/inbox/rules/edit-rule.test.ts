import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';

import { readMails } from '#test/mails.ts';
import { eventually } from '#test/patience.ts';
import { refusal } from '#test/people-rig.ts';
import { mailTo, ruleCalls, startRules } from '#test/rules-rig.ts';
import { ask } from '#test/second-step-rig.ts';
import { newTeam, teamCalls } from '#test/team-rig.ts';
import type { TeamWorld } from '#test/team-rig.ts';

let world: TeamWorld;
beforeAll(async () => {
  world = await startRules();
});
beforeEach(async () => await newTeam(world));
afterAll(async () => await world.test.stop());

const { tag } = teamCalls(() => world);
const { add, did, handled, listed, made } = ruleCalls(() => world);
const edit = async (body: object) => await ask(world.test, ['PUT', 'rules'], world.owner, body);

it('changes what is named of a rule and nothing else, so that a page with an older list undoes nothing', async () => {
  const id = await made({ name: 'Lab', stop: true, conditions: [{ kind: 'pages-min', pages: 3 }] });
  const [before] = (await listed()).rules;
  expect((await edit({ id, active: false })).statusCode).toBe(200);
  expect((await edit({ id, name: 'Labs' })).statusCode).toBe(200);
  expect((await listed()).rules).toEqual([{ ...before, active: false, name: 'Labs' }]);
  expect(refusal(await edit({ id: '999999', active: false }))).toEqual([404, 'NOT_FOUND']);
});

it('turns a rule off whatever became of what it names, and on only when all of it is still there', async () => {
  const lab = await tag('Lab');
  const id = await made({ actions: [{ kind: 'tag', tags: [lab] }] });
  await ask(world.test, ['DELETE', 'tags'], world.owner, { id: lab });
  expect((await edit({ id, active: false })).statusCode).toBe(200);
  expect(refusal(await edit({ id, active: true }))).toEqual([400, 'VALIDATION']);
  expect(refusal(await edit({ id, ...mailTo('stranger@example.org') }))).toEqual([412, 'RULE_EMAIL']);
  expect((await listed()).rules[0]?.active).toBe(false);
});

it('tells the pages that are open: rules that were added, changed or deleted are asked for anew', async () => {
  const heard: (string | undefined)[] = [];
  const stop = await world.test.database.listen('f2e_changed', (payload) => heard.push(payload));
  const hint = `${world.account.id}:account`;
  let id = '';
  for (const change of [
    async () => void (id = await made({})),
    async () => await edit({ id, active: false }),
    async () => await ask(world.test, ['DELETE', 'rules'], world.owner, { id }),
  ]) {
    heard.length = 0;
    await change();
    await eventually(() => expect(heard).toContain(hint));
  }
  await stop();
});

it('[A-PEOPLE-14] mails no arriving fax to people who may only send, not even by a rule of before', async () => {
  const { ana, leo, owner, test } = world;
  await made({ ...mailTo(ana.email), name: 'Tell Ana' });
  expect((await ask(test, ['PUT', 'people'], owner, { id: ana.id, role: 'sender' })).statusCode).toBe(200);
  const fid = await handled();
  expect(await did(fid)).toMatchObject([['Tell Ana', [{ outcome: 'not-allowed' }]]]);
  const mails = (await readMails(test.folder)).filter(({ to }) => to === ana.email);
  expect(mails.map(({ template }) => template)).not.toContain('fax-received');
  expect(refusal(await add(mailTo(ana.email)))).toEqual([412, 'RULE_EMAIL']);
  expect((await listed()).emails.toSorted()).toEqual([leo.email, world.account.email].toSorted());
});
