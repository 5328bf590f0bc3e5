import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';

import { readMails } from '#test/mails.ts';
import { ruleCalls, startRules } from '#test/rules-rig.ts';
import { ask } from '#test/second-step-rig.ts';
import { joinedBy } from '#test/people-rig.ts';
import type { TestPerson } from '#test/people-rig.ts';
import { newTeam, teamCalls } from '#test/team-rig.ts';
import type { TeamWorld } from '#test/team-rig.ts';

let world: TeamWorld;
let dana: TestPerson;
beforeAll(async () => {
  world = await startRules();
});
beforeEach(async () => {
  await newTeam(world);
  dana = await joinedBy(world.test, world.owner, { role: 'member', name: 'Dana Whitfield' });
});
afterAll(async () => await world.test.stop());

const { fax, note, put } = teamCalls(() => world);
const { handled, made } = ruleCalls(() => world);

/** Returns the subjects of a person's mails about work, and the paths that they link to. */
async function mailsTo({ email }: TestPerson): Promise<string[][]> {
  await world.test.runJobs();
  return (await readMails(world.test.folder))
    .filter(({ to, template }) => to === email && template.startsWith('team-'))
    .map(({ subject, link }) => [subject, new URL(link).pathname + new URL(link).search]);
}

it('tell who gets a fax from somebody else, once for many, and nobody else', async () => {
  const [one, two, three] = [await fax(), await fax(), await fax()];
  await put([[one, 0]], { assignee: world.ana.id }, dana.session);
  // Already hers, taken by herself, or unassigned: no mail.
  await put([[one, 1]], { assignee: world.ana.id }, dana.session);
  await put([[two, 0]], { assignee: world.ana.id }, world.ana.session);
  await put([[two, 1]], { assignee: null }, dana.session);
  await put(
    [
      [two, 2],
      [three, 0],
    ],
    { assignee: world.ana.id },
  );
  expect(await mailsTo(world.ana)).toEqual([
    ['Dana Whitfield assigned you a fax', `/inbox?fax=${one}`],
    ['The owner of the number assigned you several faxes', '/inbox?q=assigned%3Ame%20is%3Aopen'],
  ]);
  expect(await mailsTo(dana)).toEqual([]);
});

it('tell whom a note names anew, and not what it says', async () => {
  const id = await fax();
  const written = await note(id, 'Secret diagnosis', [world.ana.id, dana.id], dana.session);
  await ask(world.test, ['PUT', 'faxNotes'], dana.session, {
    id: written,
    text: 'Secret diagnosis!',
    mentions: [world.ana.id, world.leo.id],
  });
  const news = [['Dana Whitfield mentioned you in a note', `/inbox?fax=${id}`]];
  expect([await mailsTo(world.ana), await mailsTo(world.leo), await mailsTo(dana)]).toEqual([news, news, []]);
  const all = (await readMails(world.test.folder)).map(({ source }) => source).join('');
  expect(all).not.toContain('diagnosis');
});

it('tell of a fax that a rule assigned', async () => {
  await made({ name: 'Night', actions: [{ kind: 'assign', person: world.ana.id }] });
  const id = await handled();
  expect(await mailsTo(world.ana)).toEqual([['Night assigned you a fax', `/inbox?fax=${id}`]]);
});

it('are turned off by everybody for themselves', async () => {
  const url = '/api/n1/db/f2e/MainInterface.json';
  const wants = async () =>
    (await world.test.app.inject({ url, ...world.ana.session })).json<{ person: { teamMail: boolean } }>()
      .person.teamMail;
  expect(await wants()).toBe(true);
  await ask(world.test, ['PUT', 'profile'], world.ana.session, { teamMail: false });
  expect(await wants()).toBe(false);
  await put([[await fax(), 0]], { assignee: world.ana.id });
  await note(await fax(), '@Ana', [world.ana.id]);
  expect(await mailsTo(world.ana)).toEqual([]);
});
