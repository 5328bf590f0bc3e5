import type { Db } from '#engine/database/port.ts';
import type { AccountId } from '#server/kit/scope.ts';

/** How an account wants its faxes by mail. */
export interface MailSettingsRow {
  copy: 'pdf' | 'tiff' | 'notice';
  sendNotices: 'none' | 'failed' | 'all';
  report: boolean;
  isHipaa: boolean;
}

/** The settings of the account; `lock` keeps them for the transaction. */
export async function readMailSettings(
  db: Db,
  account: AccountId,
  { lock = false } = {},
): Promise<MailSettingsRow | undefined> {
  const settings = db
    .selectFrom('account_settings as s')
    .innerJoin('account as a', 'a.id', 's.account_id')
    .select(['s.fax_copy as copy', 's.send_notices as sendNotices', 's.send_report as report'])
    .select('a.is_hipaa as isHipaa')
    .where('s.account_id', '=', account);
  return await (lock ? settings.forUpdate('s') : settings).executeTakeFirst();
}

export async function updateMailSettings(
  tx: Db,
  account: AccountId,
  { copy, sendNotices, report }: Omit<MailSettingsRow, 'isHipaa'>,
): Promise<void> {
  await tx
    .updateTable('account_settings')
    .set({ fax_copy: copy, send_notices: sendNotices, send_report: report, updated_at: new Date() })
    .where('account_id', '=', account)
    .execute();
}
