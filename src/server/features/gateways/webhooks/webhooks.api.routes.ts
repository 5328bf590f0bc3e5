import {
  addWebhook,
  changeWebhook,
  deleteWebhook,
  getDelivery,
  getWebhook,
  listDeliveries,
  listWebhooks,
  recoverWebhook,
  resendDelivery,
  rotateWebhookSecret,
  testWebhook,
} from '#contract/v1/webhooks.ts';
import { AppError } from '#server/kit/app-error.ts';
import type { KeyCaller } from '#server/kit/key-caller.ts';
import { mount } from '#server/kit/mount.ts';
import type { App } from '#server/kit/mount.ts';

import {
  attemptOnWire,
  deliveryOnWire,
  payloadOnWire,
  webhookIdOnWire,
  webhookOnWire,
} from './webhook-on-wire.ts';
import type { WebhookActor } from './webhook-acts.ts';
import type { WebhooksService } from './webhooks.service.ts';

/** Returns the actor behind a key. Throws OWNER_NEEDED for an operator's key, which has no endpoints. */
function actorOf({ owner, address, keyId }: KeyCaller): WebhookActor {
  if (owner.kind === 'operator') throw new AppError('OWNER_NEEDED');
  return { owner, address, keyId };
}

/** Mounts the calls with which programs manage endpoints. */
export function mountWebhooksApi(app: App, webhooks: WebhooksService): void {
  mount(app, listWebhooks, async ({ caller }) => ({
    object: 'list' as const,
    data: (await webhooks.list(actorOf(caller).owner)).map(webhookOnWire),
    has_more: false,
    next: null,
  }));
  mount(app, addWebhook, async ({ caller, body }) => {
    const { secret, ...endpoint } = await webhooks.add(actorOf(caller), body);
    return { ...webhookOnWire(endpoint), secret };
  });
  mount(app, getWebhook, async ({ caller, params }) =>
    webhookOnWire(await webhooks.find(actorOf(caller).owner, params.id)),
  );
  mount(app, changeWebhook, async ({ caller, params, body }) =>
    webhookOnWire(await webhooks.change(actorOf(caller), params.id, body)),
  );
  mount(app, deleteWebhook, async ({ caller, params: { id } }) => {
    await webhooks.remove(actorOf(caller), id);
    return { object: 'webhook' as const, id: webhookIdOnWire(id), deleted: true as const };
  });
  mount(app, rotateWebhookSecret, async ({ caller, params }) => {
    const { secret, oldUntil, ...endpoint } = await webhooks.rotate(actorOf(caller), params.id);
    return { ...webhookOnWire(endpoint), secret, old_secret_until: oldUntil.toISOString() };
  });
  mountDeliveriesApi(app, webhooks);
}

function mountDeliveriesApi(app: App, webhooks: WebhooksService): void {
  mount(app, testWebhook, async ({ caller, params }) =>
    deliveryOnWire(await webhooks.test(actorOf(caller), params.id)),
  );
  mount(app, listDeliveries, async ({ caller, params, query: { status: state, limit, after } }) => {
    const before = after === undefined ? undefined : placeOf(after);
    const { owner } = actorOf(caller);
    const { deliveries, more } = await webhooks.deliveries(owner, params.id, { state, before, limit });
    const last = deliveries.at(-1);
    return {
      object: 'list' as const,
      data: deliveries.map(deliveryOnWire),
      has_more: more,
      next: more && last ? Buffer.from(`d${last.id}`).toString('base64url') : null,
    };
  });
  mount(app, getDelivery, async ({ caller, params }) => {
    const { all, ...delivery } = await webhooks.delivery(actorOf(caller).owner, params.id, params.delivery);
    return {
      ...deliveryOnWire(delivery),
      all_attempts: all.map(attemptOnWire),
      payload: payloadOnWire(delivery),
    };
  });
  mount(app, resendDelivery, async ({ caller, params }) =>
    deliveryOnWire(await webhooks.resend(actorOf(caller), params.id, params.delivery)),
  );
  mount(app, recoverWebhook, async ({ caller, params, body: { since, dry_run: dryRun } }) => ({
    object: 'recovery' as const,
    events: await webhooks.recover(actorOf(caller), params.id, new Date(since), dryRun),
    dry_run: dryRun,
  }));
}

function placeOf(cursor: string): number {
  const [, id] = /^d(\d{1,15})$/u.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  if (id === undefined) throw new AppError('VALIDATION', { fields: { after: 'INVALID' } });
  return Number(id);
}
