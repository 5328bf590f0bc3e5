import { sql } from 'kysely';

import type { FAX_COPIES, SEND_NOTICES } from '#contract/email/outgoing.ts';
import type { Db } from '#engine/database/port.ts';
import type { AccountId } from '#server/kit/scope.ts';

/** An account's settings for faxes by mail. */
export interface MailSettingsRow {
  copy: (typeof FAX_COPIES)[number];
  sendNotices: (typeof SEND_NOTICES)[number];
  report: boolean;
  usage: boolean;
  isHipaa: boolean;
}

const COPY = sql<
  MailSettingsRow['copy']
>`case when s.fax_copy = 'pdf' and s.fax_copy_words then 'searchable-pdf' else s.fax_copy end`;

/** Returns the settings of the account; `lock` locks them for the transaction. */
export async function readMailSettings(
  db: Db,
  account: AccountId,
  { lock = false } = {},
): Promise<MailSettingsRow | undefined> {
  const settings = db
    .selectFrom('account_settings as s')
    .innerJoin('account as a', 'a.id', 's.account_id')
    .select(['s.send_notices as sendNotices', 's.send_report as report', 'a.is_hipaa as isHipaa'])
    .select(['s.usage_notices as usage', COPY.as('copy')])
    .where('s.account_id', '=', account);
  return await (lock ? settings.forUpdate('s') : settings).executeTakeFirst();
}

export async function updateMailSettings(
  tx: Db,
  account: AccountId,
  { copy, sendNotices, report, usage }: Omit<MailSettingsRow, 'isHipaa'>,
): Promise<void> {
  await tx
    .updateTable('account_settings')
    .set({
      fax_copy: copy === 'searchable-pdf' ? 'pdf' : copy,
      fax_copy_words: copy === 'searchable-pdf',
      send_notices: sendNotices,
      send_report: report,
      usage_notices: usage,
      updated_at: new Date(),
    })
    .where('account_id', '=', account)
    .execute();
}
