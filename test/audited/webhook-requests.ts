import type { Audited, World } from './world.ts';

/** Not a valid host name, so no DNS lookup is made: it counts as temporarily unknown. */
const form = { url: 'https://hooks.example!/', description: 'Orders', events: [] };

/** Creates a person with an endpoint. */
const withEndpoint = async ({ ask, person }: World) => {
  const as = await person();
  const added = await ask('addEndpoint', { as, body: form });
  const { id } = added.json<{ data: { id: string } }>().data;
  return { as, body: { id } };
};

/** Creates the same with a test event in the log. */
const withDelivery = async (world: World) => {
  const { as, body } = await withEndpoint(world);
  const sent = await world.ask('sendTestEvent', { as, body });
  return { as, body: { ...body, delivery: sent.json<{ data: { delivery: string } }>().data.delivery } };
};

/** Webhook endpoints, and what people post to them. */
export const WEBHOOK_REQUESTS = {
  addEndpoint: ['webhook.add', async ({ person }) => ({ as: await person(), body: form })],
  changeEndpoint: [
    'webhook.change',
    async (world) => {
      const { as, body } = await withEndpoint(world);
      return { as, body: { ...body, active: false } };
    },
  ],
  removeEndpoint: ['webhook.remove', withEndpoint],
  rotateSecret: ['webhook.rotate-secret', withEndpoint],
  sendTestEvent: ['webhook.test', withEndpoint],
  retryEndpoint: ['webhook.hurry', withEndpoint],
  recoverEndpoint: [
    'webhook.recover',
    async (world) => {
      const { as, body } = await withEndpoint(world);
      return { as, body: { ...body, since: '2026-01-01T00:00:00Z' } };
    },
  ],
  resendEvent: ['webhook.resend', withDelivery],
} satisfies Record<string, Audited>;
