import { startProgram } from '#test/api-rig.ts';

import type { Audited, World } from './world.ts';

const form = { name: 'Orders', mode: 'live', scopes: ['faxes:read'], networks: [], expiresAt: null };

/** Creates a person with a key. */
const withKey = async ({ ask, person }: World) => {
  const as = await person();
  const added = await ask('addApiKey', { as, body: form });
  const { id } = added.json<{ data: { id: string } }>().data;
  return { as, body: { id } };
};

/** Changes of API keys by their owner and by operators. */
export const API_KEY_REQUESTS = {
  addApiKey: ['api-key.add', async ({ person }) => ({ as: await person(), body: form })],
  changeApiKey: [
    'api-key.change',
    async (world) => {
      const { as, body } = await withKey(world);
      return { as, body: { ...body, scopes: ['faxes:send'] } };
    },
  ],
  removeApiKey: ['api-key.remove', withKey],
  rotateApiKey: [
    'api-key.rotate',
    async (world) => {
      const { as, body } = await withKey(world);
      return { as, body: { ...body, overlapHours: 24 } };
    },
  ],
  operatorApiKeyRemove: [
    'api-key.remove',
    async ({ test, owner, operator }) => {
      const { publicId } = await startProgram(test, { kind: 'account', id: owner.id });
      return { as: operator, body: { id: publicId } };
    },
  ],
} satisfies Record<string, Audited>;
