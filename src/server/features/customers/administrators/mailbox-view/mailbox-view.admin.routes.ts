import type { FastifyRequest } from 'fastify';

import {
  operatorMailboxFaxes,
  operatorMailboxOpen,
  operatorMailboxPage,
} from '#contract/customers/mailbox-view.admin.ts';
import { done, mount } from '#server/kit/mount.ts';
import type { App } from '#server/kit/mount.ts';
import type { OperatorCaller } from '#server/kit/scope.ts';

import type { OperatorLooks, OperatorMailboxView } from './operator-view.service.ts';

/** Mounts the calls by which operators view a mailbox (spec http-api 12.48). */
export function mountOperatorView(app: App, view: OperatorMailboxView): void {
  mount(app, operatorMailboxOpen, async ({ caller, body, request }) => {
    await view.open(lookerOf(caller, request), body.id, body.reason);
    return done;
  });
  mount(app, operatorMailboxFaxes, async ({ caller, query, request }) => {
    const limit = query['per-page'];
    const offset = (query['current-page'] - 1) * limit;
    return await view.list(lookerOf(caller, request), query.id, { folder: query.folder, offset, limit });
  });
  mount(app, operatorMailboxPage, async ({ caller, query, request }) => {
    const gif = await view.page(lookerOf(caller, request), query.id, query);
    return { gif: Buffer.from(gif).toString('base64') };
  });
}

function lookerOf({ operatorId, address }: OperatorCaller, { headers }: FastifyRequest): OperatorLooks {
  return { operatorId, address, device: headers['user-agent'] ?? '' };
}
