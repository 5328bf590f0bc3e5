import { transmissionReport } from '#contract/faxes/reports.ts';
import { AppError } from '#server/kit/app-error.ts';
import { mount } from '#server/kit/mount.ts';
import type { App } from '#server/kit/mount.ts';
import { sendReport } from '#server/kit/send-file.ts';

import { accessorOf } from '#server/features/audit/fax-activity/fax-activity.service.ts';
import type { AccessLog } from '#server/features/audit/fax-activity/fax-activity.service.ts';
import type { MakeTransmissionReport } from './transmission-report.service.ts';

/** Mounts the download of transmission reports (spec http-api 12.5). */
export function mountTransmissionReport(app: App, report: MakeTransmissionReport, access: AccessLog): void {
  mount(app, transmissionReport, async ({ caller, query, request, reply }) => {
    const made = await report(caller.accountId, query.fid, caller.language);
    if (!made) throw new AppError('NOT_FOUND');
    // The report shows the first page, so the download counts as access to the fax.
    const { accountId } = caller;
    const what = { accountId, faxIds: [query.fid], kind: 'download', form: 'report' } as const;
    await access.write(accessorOf(caller, request), what);
    return sendReport(reply, made);
  });
}
