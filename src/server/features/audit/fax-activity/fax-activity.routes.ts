import { activityExport, activityFileName, faxActivity, faxPrinted } from '#contract/audit/fax-activity.ts';
import type { Database } from '#engine/database/port.ts';
import { accountInScope } from '#server/kit/managed-account.ts';
import { done, mount } from '#server/kit/mount.ts';
import type { App } from '#server/kit/mount.ts';
import { FILE_POLICY } from '#server/kit/send-file.ts';

import type { FaxActivity } from './fax-activity.ts';
import { accessorOf } from './fax-activity.service.ts';

/** Mounts the activity of faxes, for the owner of an account and, by `uid`, for its administrator. */
export function mountFaxActivity(app: App, activity: FaxActivity, { db }: Pick<Database, 'db'>): void {
  mount(app, faxActivity, async ({ caller, query, request }) => {
    const { accountId } = await accountInScope(db, caller, query.uid);
    const limit = query['per-page'];
    const offset = (query['current-page'] - 1) * limit;
    const filter = { ...filterOf(query), from: query.startDate, to: query.endDate };
    return await activity.list(accessorOf(caller, request), accountId, filter, { offset, limit });
  });
  mount(app, faxPrinted, async ({ caller, body, request }) => {
    await activity.printed(accessorOf(caller, request), caller.accountId, body.fid);
    return done;
  });
  mount(app, activityExport, async ({ caller, query, request, reply }) => {
    const { accountId } = await accountInScope(db, caller, query.uid);
    const { startDate: from, endDate: to } = query;
    const filter = { ...filterOf(query), from, to };
    const { number, csv } = await activity.export(accessorOf(caller, request), accountId, filter);
    return reply
      .headers({
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': `attachment; filename="${activityFileName(number, from, to)}"`,
        'content-security-policy': FILE_POLICY,
        'cache-control': 'private, no-store',
      })
      .send(csv);
  });
}

function filterOf({ fid, kind }: { fid?: number | undefined; kind: '' | NonNullable<Kind> }) {
  return { fid, kind: kind === '' ? undefined : kind };
}

type Kind = Parameters<FaxActivity['list']>[2]['kind'];
