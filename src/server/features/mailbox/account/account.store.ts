import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

import type { Db } from '#engine/database/port.ts';
import { madeByCaller, onlyPerson } from '#server/kit/own-work.store.ts';
import type { AccountId } from '#server/kit/scope.ts';

/** Folders with sent faxes, as numbers (fax.folder): Sent, Archive, Outbox. */
const OWN_FOLDERS = [2, 3, 4];

/** The account's data for the main screen, without faxes. */
export interface AccountRow {
  id: number;
  brand_id: number;
  fax_number: string;
  admin_email: string;
  options: string;
  show_cancellation_menu: boolean;
  cancellation_email: string;
  cancellation_pending: boolean;
  tour: number;
  has_egnyte: boolean;
  has_sftp: boolean;
  is_hipaa: boolean;
  drafts: number;
  team: boolean;
}

/** Pages of one month and their limit; null if neither account nor product sets one. */
export interface UsageRow {
  month_limit: number | null;
  sent_pages: number;
  rcvd_pages: number;
}

/** The number of faxes in a folder (numbered as in fax.folder). */
export interface FolderRow {
  folder: number;
  total: number;
  unread: number;
}

/** The service of an account, as its product describes it. */
export interface ServiceRow {
  id: number;
  brand_id: number;
  domain: string;
  code: string;
  name: string;
  description: string;
  options: string;
}

/** Reads everything that is polled every ten seconds in one round trip: only counters, and rows by key. */
export async function readMain(
  db: Db,
  account: AccountId,
  zone: string,
): Promise<(AccountRow & UsageRow & { folders: FolderRow[] }) | undefined> {
  const { rows } = await sql<AccountRow & UsageRow & { folders: FolderRow[] }>`
    select a.id, a.brand_id, coalesce(a.fax_number, '') as fax_number, a.admin_email, a.options, a.is_hipaa,
      a.show_cancellation_menu, b.cancellation_email, coalesce(s.tour, 0) as tour,
      exists (
        select from cancellation_request c where c.account_id = a.id and c.state = 'pending'
      ) as cancellation_pending,
      exists (select from storage_link l where l.account_id = a.id and l.kind = 'egnyte') as has_egnyte,
      exists (select from storage_link l where l.account_id = a.id and l.kind = 'sftp') as has_sftp,
      (select count(*)::int from fax_draft f
        where f.account_id = a.id and f.discarded_at is null and ${madeByCaller('f.person_id')}) as drafts,
      exists (select from membership m where m.account_id = a.id) as team,
      coalesce(a.month_limit, p.month_limit) as month_limit,
      coalesce(u.sent_pages, 0) as sent_pages, coalesce(u.rcvd_pages, 0) as rcvd_pages,
      coalesce((
        select jsonb_agg(jsonb_build_object('folder', c.folder, 'total', c.total, 'unread', c.unread))
        from ${countedFolders()} c where c.account_id = a.id
      ), '[]') as folders
    from account a
    join brand b on b.id = a.brand_id
    left join product p on p.id = a.product_id
    left join account_settings s on s.account_id = a.id
    left join usage_month u on u.account_id = a.id and u.month = date_trunc('month', now() at time zone ${zone})::date
    where a.id = ${account}`.execute(db);
  return rows[0];
}

/** The counters of the folders; for a person who sees only faxes they sent, counted from those. */
function countedFolders(): RawBuilder<unknown> {
  const personId = onlyPerson();
  if (personId === null) return sql`folder_counter`;
  return sql`(
    select account_id, folder, count(*)::int as total, 0 as unread from fax
    where person_id = ${personId} and folder = any(${OWN_FOLDERS}::smallint[]) group by account_id, folder
  )`;
}

/** Whether a person gets mails about their work. */
export async function wantsTeamMail(db: Db, personId: number): Promise<boolean> {
  const row = await db.selectFrom('person').select('team_mail').where('id', '=', personId).executeTakeFirst();
  return row?.team_mail === true;
}

/** Returns the usage of the current month in the server zone. */
export async function readUsage(db: Db, account: AccountId, zone: string): Promise<UsageRow | undefined> {
  const { rows } = await sql<UsageRow>`
    select coalesce(a.month_limit, p.month_limit) as month_limit,
      coalesce(u.sent_pages, 0) as sent_pages, coalesce(u.rcvd_pages, 0) as rcvd_pages
    from account a
    left join product p on p.id = a.product_id
    left join usage_month u on u.account_id = a.id and u.month = date_trunc('month', now() at time zone ${zone})::date
    where a.id = ${account}`.execute(db);
  return rows[0];
}

/** Returns the account's own service; without a product it has the name of the brand. */
export async function readService(db: Db, account: AccountId): Promise<ServiceRow | undefined> {
  const { rows } = await sql<ServiceRow>`
    select a.id, a.brand_id, coalesce(d.domain, '') as domain, coalesce(p.code, '') as code,
      coalesce(nullif(p.name, ''), nullif(b.title, ''), b.name) as name,
      coalesce(p.description, '') as description, a.options
    from account a
    join brand b on b.id = a.brand_id
    left join product p on p.id = a.product_id
    left join brand_domain d on d.brand_id = a.brand_id and d.is_primary
    where a.id = ${account}`.execute(db);
  return rows[0];
}
