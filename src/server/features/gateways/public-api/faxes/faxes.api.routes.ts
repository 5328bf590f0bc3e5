import { callResult } from '#contract/kit/fax-state.ts';
import {
  cancelFax,
  deleteFax,
  getFax,
  getFaxDocument,
  getFaxPage,
  getFaxReport,
  listFaxAttempts,
  listFaxes,
  markFax,
  resendFax,
} from '#contract/v1/faxes.ts';
import { getFaxText } from '#contract/v1/fax-text.ts';
import { noteSent } from '#server/features/audit/fax-activity/fax-activity.service.ts';
import type {
  Accessor,
  AccessLog,
  FaxFile,
} from '#server/features/audit/fax-activity/fax-activity.service.ts';
import type { MakeTransmissionReport } from '#server/features/faxes/reports/transmission-report.service.ts';
import type { PageTexts } from '#server/features/mailbox/inbox/page-text/page-text.service.ts';
import { AppError } from '#server/kit/app-error.ts';
import { idempotencyHeader } from '#server/kit/idempotency-header.ts';
import type { AccountKeyCaller } from '#server/kit/key-caller.ts';
import { mount } from '#server/kit/mount.ts';
import type { App } from '#server/kit/mount.ts';
import type { AccountId } from '#server/kit/scope.ts';
import { sendFile, sendReport } from '#server/kit/send-file.ts';

import type { ApiFaxes } from './api-faxes.ts';
import type { AttemptRow } from './fax-attempts.store.ts';
import type { FaxChanges } from './fax-changes.ts';
import type { ListPlace } from './fax-list.store.ts';
import { faxOnWire } from './fax-on-wire.ts';
import type { SayEnglish } from './fax-on-wire.ts';
import type { ApiFaxRow } from './fax-rows.store.ts';

/** Dependencies of the calls about faxes. */
export interface FaxesApiDeps {
  faxes: ApiFaxes;
  changes: FaxChanges;
  files: {
    find(account: AccountId, file: string): Promise<FaxFile>;
    wholePage(account: AccountId, pathKey: string, page: number): Promise<FaxFile>;
  };
  reports: MakeTransmissionReport;
  texts: Pick<PageTexts, 'whole'>;
  deletedDays: number;
  access: AccessLog;
  say: SayEnglish;
}

/** Mounts the calls with which programs read and change existing faxes. */
export function mountFaxesApi(app: App, deps: FaxesApiDeps): void {
  const { faxes, say } = deps;
  mount(app, listFaxes, async ({ caller, query }) => {
    const before = query.after === undefined ? undefined : placeOf(query.after);
    const page = await faxes.list(caller, query, before);
    return {
      object: 'list' as const,
      data: page.faxes.map((fax) => faxOnWire(fax, say)),
      has_more: page.next !== undefined,
      next: page.next ? cursorOf(page.next) : null,
    };
  });
  mount(app, getFax, async ({ caller, params }) => faxOnWire(await faxes.find(caller, params.id), say));
  mount(app, listFaxAttempts, async ({ caller, params }) => {
    const attempts = await faxes.attempts(caller, params.id);
    return { object: 'list' as const, data: attempts.map(attemptOnWire), has_more: false, next: null };
  });
  mountText(app, deps);
  mountFiles(app, deps);
  mountChanges(app, deps);
}

function mountText(app: App, { faxes, texts, deletedDays, access }: FaxesApiDeps): void {
  mount(app, getFaxText, async ({ caller, params: { id }, request }) => {
    const fax = await faxes.find(caller, id, { opens: true });
    const { state, pages } = await texts.whole(caller.accountId, { faxId: fax.id, deletedDays });
    if (pages.length > 0)
      await noteSent(access, accessorOf(caller, request), caller.accountId, { faxId: fax.id, kind: 'open' });
    return { object: 'fax_text' as const, fax: `fax_${fax.id}`, state, pages };
  });
}

function mountFiles(app: App, { faxes, files, reports, access }: FaxesApiDeps): void {
  mount(app, getFaxDocument, async ({ caller, params, query, request, reply }) => {
    const fax = withPages(await faxes.find(caller, params.id, { opens: true }));
    const file = await files.find(caller.accountId, `${fax.pathKey}/fax.${query.format}`);
    await noteSent(access, accessorOf(caller, request), caller.accountId, file.shows);
    return await sendFile({ ...file, digest: true }, request, reply);
  });
  mount(app, getFaxPage, async ({ caller, params, request, reply }) => {
    const fax = withPages(await faxes.find(caller, params.id, { opens: true }));
    const file = await files.wholePage(caller.accountId, fax.pathKey, params.page);
    await noteSent(access, accessorOf(caller, request), caller.accountId, file.shows);
    return await sendFile({ ...file, digest: true }, request, reply);
  });
  mount(app, getFaxReport, async ({ caller, params, request, reply }) => {
    const fax = await faxes.find(caller, params.id, { opens: true });
    if (fax.action === 'R') throw new AppError('OUTBOUND_ONLY');
    if (fax.isOpen) throw new AppError('FAX_NOT_FINAL');
    const made = await reports(caller.accountId, fax.id, caller.language);
    if (!made) throw new AppError('NOT_FOUND');
    // The report shows the first page.
    const what = { accountId: caller.accountId, faxIds: [fax.id], kind: 'download', form: 'report' } as const;
    await access.write(accessorOf(caller, request), what);
    return sendReport(reply, made);
  });
}

function mountChanges(app: App, { changes, say }: FaxesApiDeps): void {
  mount(app, cancelFax, async ({ caller, params }) =>
    faxOnWire(await changes.cancel(caller, params.id), say),
  );
  mount(app, resendFax, async ({ caller, params, body, request, reply }) => {
    const confirmed = body.confirm_uncertain === true;
    const key = idempotencyHeader(request);
    const { fax, repeated } = await changes.resend(caller, params.id, { confirmed, key });
    if (repeated) reply.header('idempotent-replayed', 'true');
    return faxOnWire(fax, say);
  });
  mount(app, markFax, async ({ caller, params, body }) =>
    faxOnWire(await changes.mark(caller, params.id, body.read), say),
  );
  mount(app, deleteFax, async ({ caller, params: { id }, query }) => {
    await changes.remove(caller, id, { forGood: query.permanent === 'true' });
    return { object: 'fax' as const, id: `fax_${id}`, deleted: true as const };
  });
}

/** Returns who accesses a fax: the owner of the key, and the key. */
function accessorOf(
  { owner, accountId, address, publicId }: AccountKeyCaller,
  { headers }: { headers: { 'user-agent'?: string | undefined } },
): Accessor {
  return {
    actor: owner.kind === 'parent' ? { kind: 'parent', id: owner.id } : { kind: 'account', id: accountId },
    address,
    device: headers['user-agent'] ?? '',
    key: publicId,
  };
}

function withPages(fax: ApiFaxRow): ApiFaxRow {
  if (!fax.hasFile) throw new AppError('FAX_NO_PAGES');
  return fax;
}

/** Results of ended attempts that were not calls: the fax went back into the queue before its number was dialed. */
const NO_CALL = ['LOST', 'HELD', 'INTERNAL'];

function attemptOnWire({ n, startedAt, endedAt, dialledAt, result, pages, ...call }: AttemptRow) {
  const called = endedAt === null ? dialledAt !== null : !NO_CALL.includes(result ?? '');
  return {
    object: 'attempt' as const,
    number: n,
    started_at: startedAt.toISOString(),
    ended_at: endedAt?.toISOString() ?? null,
    result: endedAt === null ? null : callResult.parse(result).toLowerCase(),
    called,
    pages_confirmed: pages,
    line: call.line,
    speed_bps: call.rate,
    ecm: call.ecm,
    duration_seconds: call.seconds,
    station_id: call.stationId,
  };
}

function cursorOf({ at, id }: ListPlace): string {
  return Buffer.from(`f${at}.${id}`).toString('base64url');
}

/** Parses a cursor. Whatever it contains, it only starts a page of the account's own list. */
function placeOf(cursor: string): ListPlace {
  const [, at, id] = /^f(\d{1,16})\.(\d{1,15})$/u.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  const place = { at: Number(at), id: Number(id) };
  if (cursorOf(place) !== cursor) throw new AppError('VALIDATION', { fields: { after: 'INVALID' } });
  return place;
}
