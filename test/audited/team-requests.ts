import { storeFax } from '#test/mailbox-rig.ts';

import type { Audited, World } from './world.ts';

const fax = async ({ test, owner }: World) => ({
  fid: String((await storeFax(test, owner.id, { pages: 1 })).id),
});
let nextTag = 1;
const tag = async ({ ask }: World) => {
  const body = { name: `Tag ${nextTag++}`, color: 'green' };
  const answer = await ask('addTag', { body });
  return { ...body, id: answer.json<{ data: { id: string } }>().data.id };
};
const note = async (world: World) => {
  const { fid } = await fax(world);
  const answer = await world.ask('addNote', { body: { fid, text: 'Call back' } });
  return { id: answer.json<{ data: { id: string } }>().data.id, text: 'Called back' };
};

const rule = {
  name: 'Night',
  active: true,
  match: 'all',
  conditions: [{ kind: 'hours', days: [0, 6], from: '00:00', to: '23:59' }],
  actions: [{ kind: 'archive' }],
  stop: false,
};
const added = async ({ ask }: World) =>
  (await ask('addRule', { body: rule })).json<{ data: { id: string } }>().data.id;

/** What people do with received faxes, and rules for arriving ones. */
export const TEAM_REQUESTS = {
  putWork: [
    'fax.work',
    async (world) => ({
      body: { faxes: [{ id: (await fax(world)).fid, version: 0 }], status: 'done' },
    }),
  ],
  addNote: ['fax.note', async (world) => ({ body: { ...(await fax(world)), text: 'Call back' } })],
  editNote: ['fax.note-edit', async (world) => ({ body: await note(world) })],
  deleteNote: ['fax.note-delete', async (world) => ({ body: await note(world) })],
  addTag: ['tag.add', () => ({ body: { name: 'Referral', color: 'green' } })],
  editTag: ['tag.edit', async (world) => ({ body: { ...(await tag(world)), color: 'red' } })],
  addRule: ['rule.add', () => ({ body: rule })],
  editRule: ['rule.edit', async (world) => ({ body: { id: await added(world), ...rule, active: false } })],
  deleteRule: ['rule.delete', async (world) => ({ body: { id: await added(world) } })],
  orderRules: ['rule.order', async (world) => ({ body: { ids: [await added(world)] } })],
  deleteTag: ['tag.delete', async (world) => ({ body: await tag(world) })],
} as const satisfies Record<string, Audited>;
