import type { z } from 'zod';

import type { childFaxes } from '#contract/customers/mailbox-view.ts';
import { buildTableQuery } from '#contract/kit/table-query.ts';
import { FAX_TABLE, FOLDER_FILTERS } from '#contract/mailbox/inbox.ts';
import type { Folder } from '#contract/mailbox/inbox.ts';
import type { Db } from '#engine/database/port.ts';
import { writeAudit } from '#server/features/audit/log/audit.service.ts';
import type { AuditEntry } from '#server/features/audit/log/audit.service.ts';
import type { InboxService } from '#server/features/mailbox/inbox/inbox.service.ts';
import { AppError } from '#server/kit/app-error.ts';
import type { AccountId } from '#server/kit/scope.ts';

import { noteSeen } from './mailbox-view.store.ts';

/** A section of a folder. */
export interface ViewedPage {
  folder: Folder;
  offset: number;
  limit: number;
}

/** Returns faxes of a folder, newest first. */
export async function pageOf(
  inbox: Pick<InboxService, 'list'>,
  account: AccountId,
  { folder, offset: start, limit: length }: ViewedPage,
): Promise<z.input<typeof childFaxes.reply>> {
  const asked = { start, length, sort: FAX_TABLE.defaultSort, search: '', filters: FOLDER_FILTERS[folder] };
  const pairs = Object.fromEntries(buildTableQuery(asked, FAX_TABLE));
  const { recordsFiltered, data } = await inbox.list(account, pairs);
  return { rows: data, total: recordsFiltered };
}

/** Audits the first time that a fax is opened in a visit. Throws NOT_FOUND if there is no such fax. */
export async function noteOpened(
  tx: Db,
  by: Pick<AuditEntry, 'actor' | 'address' | 'accountId'>,
  { view, account, key }: { view: number; account: AccountId; key: string },
): Promise<void> {
  const first = await noteSeen(tx, view, account, key);
  if (first === undefined) throw new AppError('NOT_FOUND');
  if (first !== null) await writeAudit(tx, { ...by, action: 'mailbox.read', object: `fax/${first}` });
}
