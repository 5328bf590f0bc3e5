import { markSent } from '#contract/mailbox/inbox.ts';
import {
  cancelJob,
  editNumber,
  getOutbox,
  resendFax,
  scheduleJob,
  sendNow,
  sendProgress,
} from '#contract/faxes/queue.ts';
import { browserKey } from '#server/features/faxes/idempotency/idempotency.service.ts';
import { browserHeader } from '#server/kit/idempotency-header.ts';
import { mount } from '#server/kit/mount.ts';
import type { App } from '#server/kit/mount.ts';

import type { Outbox } from './outbox.service.ts';

/** Mounts the calls of the outbox (spec http-api 4.7, 4.8, 12.4). */
export function mountOutbox(app: App, { outbox }: { outbox: Outbox }): void {
  mount(app, getOutbox, async ({ caller, query }) => await outbox.list(caller.accountId, query));
  mount(app, sendProgress, async ({ caller, query }) => ({
    data: await outbox.follow(caller.accountId, query.fids),
  }));
  mount(app, sendNow, async ({ caller, body }) => {
    await outbox.sendNow(caller, body.jobid);
    return { success: true as const };
  });
  mount(app, editNumber, async ({ caller, body }) => ({
    success: true as const,
    data: { to_faxnumber: await outbox.editNumber(caller, body.jobid, body.destination) },
  }));
  mount(app, resendFax, async ({ caller, body, request }) => {
    const key = browserKey(browserHeader(request), { call: 'resendFax', ...body });
    const { jobId } = await outbox.resend(caller, body.resend_faxpath, body.destinations, { key });
    return { success: true as const, data: { jobid: String(jobId) } };
  });
  mount(app, cancelJob, async ({ caller, body }) => {
    const ended = await outbox.cancel(caller, body.jobid);
    return { success: true as const, ...(ended === 'under-way' && { underWay: true as const }) };
  });
  mount(app, scheduleJob, async ({ caller, body }) => {
    await outbox.schedule(caller, body);
    return { success: true as const };
  });
  mount(app, markSent, async ({ caller, body }) => {
    await outbox.markSent(caller, body.fid);
    return { success: true as const };
  });
}
