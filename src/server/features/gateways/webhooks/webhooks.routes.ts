import {
  LOG_PAGE,
  addEndpoint,
  changeEndpoint,
  deliveryDetail,
  deliveryLog,
  recoverEndpoint,
  removeEndpoint,
  resendEvent,
  retryEndpoint,
  rotateSecret,
  sendTestEvent,
  webhooks as listCall,
} from '#contract/gateways/webhooks.ts';
import type { EventType } from '#contract/v1/event-types.ts';
import { formatWireTime } from '#contract/kit/wire.ts';
import { eventIdOnWire } from '#server/features/gateways/events/events.service.ts';
import { done, doneWith, mount } from '#server/kit/mount.ts';
import type { App } from '#server/kit/mount.ts';
import { ownerOf } from '#server/kit/owner.ts';
import type { AnyCaller } from '#server/kit/scope.ts';

import type { LoggedAttempt, LoggedDelivery } from './delivery-log.store.ts';
import { bodyOf } from './post-webhook.ts';
import type { WebhookActor } from './webhook-acts.ts';
import type { WebhooksService } from './webhooks.service.ts';

function actorOf(caller: AnyCaller): WebhookActor {
  return { owner: ownerOf(caller), address: caller.address };
}

/**
 * Mounts the web pages' calls for webhooks, for accounts and administrators (spec http-api 12.34). `zone` is the
 * server's.
 */
export function mountWebhookPages(app: App, webhooks: WebhooksService, zone: string): void {
  const time = (at: Date | null): string | null => at && formatWireTime(at, zone);
  mount(app, listCall, async ({ caller }) => {
    const owner = ownerOf(caller);
    const rows = await webhooks.listWithHealth(owner);
    return {
      idsOnly: await webhooks.tellsIdsOnly(owner),
      webhooks: rows.map(({ active, failingSince, createdAt, health, ...row }) => {
        const { endpointId: _id, nextAt, ...numbers } = health;
        return {
          ...row,
          state: active ? (failingSince === null ? ('on' as const) : ('failing' as const)) : ('off' as const),
          failingSince: time(failingSince),
          createdAt: formatWireTime(createdAt, zone),
          health: { ...numbers, nextTry: time(nextAt) },
        };
      }),
    };
  });
  mount(app, addEndpoint, async ({ caller, body }) => {
    const { id, secret } = await webhooks.add(actorOf(caller), body);
    return doneWith({ id, secret });
  });
  mount(app, changeEndpoint, async ({ caller, body: { id, ...form } }) => {
    await webhooks.change(actorOf(caller), id, form);
    return done;
  });
  mount(app, removeEndpoint, async ({ caller, body }) => {
    await webhooks.remove(actorOf(caller), body.id);
    return done;
  });
  mount(app, rotateSecret, async ({ caller, body }) => {
    const { secret, oldUntil } = await webhooks.rotate(actorOf(caller), body.id);
    return doneWith({ secret, oldUntil: formatWireTime(oldUntil, zone) });
  });
  mountPosts(app, webhooks, time);
}

/** Mounts manual posts, and the log. */
function mountPosts(app: App, webhooks: WebhooksService, time: (at: Date | null) => string | null): void {
  mount(app, sendTestEvent, async ({ caller, body }) => {
    const { id } = await webhooks.test(actorOf(caller), body.id);
    return doneWith({ delivery: String(id) });
  });
  mount(app, retryEndpoint, async ({ caller, body }) =>
    doneWith({ events: await webhooks.hurry(actorOf(caller), body.id) }),
  );
  mount(app, recoverEndpoint, async ({ caller, body: { id, since, count } }) =>
    doneWith({ events: await webhooks.recover(actorOf(caller), id, new Date(since), count) }),
  );
  mount(app, resendEvent, async ({ caller, body }) => {
    await webhooks.resend(actorOf(caller), body.id, Number(body.delivery));
    return done;
  });
  mount(app, deliveryLog, async ({ caller, query: { id, state, before } }) => {
    const page = { state, before: before === undefined ? undefined : Number(before), limit: LOG_PAGE };
    const { deliveries, more } = await webhooks.deliveries(ownerOf(caller), id, page);
    return { deliveries: deliveries.map((one) => deliveryRow(one, time)), more };
  });
  mount(app, deliveryDetail, async ({ caller, query }) => {
    const found = await webhooks.delivery(ownerOf(caller), query.id, Number(query.delivery));
    const { type, data, eventAt } = found;
    return {
      ...deliveryRow(found, time),
      tries: found.all.map((one) => attemptRow(one, time)),
      body: bodyOf({ type, data, createdAt: eventAt }),
    };
  });
}

function deliveryRow(delivery: LoggedDelivery, time: (at: Date | null) => string | null) {
  const { id, eventId, type, data, state, attempts, last, nextAt, createdAt } = delivery;
  const about = data['fax'] ?? data['id'];
  return {
    id: String(id),
    event: eventIdOnWire(eventId),
    type: type as EventType,
    about: typeof about === 'string' ? about : '',
    state,
    attempts,
    last: last && attemptRow(last, time),
    nextTry: state === 'queued' ? time(nextAt) : null,
    createdAt: time(createdAt) ?? '',
  };
}

function attemptRow({ at, ...attempt }: LoggedAttempt, time: (at: Date | null) => string | null) {
  return { ...attempt, at: time(at) ?? '' };
}
