import { sql } from 'kysely';

import type { Db } from '#engine/database/port.ts';
import type { AccountId } from '#server/kit/scope.ts';

/** Selects faxes `f` of accounts `a` whose settings and product include reading pages, as rows of fax_text. */
const WANTED = sql`
  select f.account_id, f.id, f.fax_at
  from fax f
  join account a on a.id = f.account_id and a.erased_at is null
  join account_settings s on s.account_id = a.id and s.read_text
  left join product p on p.id = a.product_id
  where coalesce(p.read_text, true)`;

/** Notes faxes of an account for reading, if the account and its product include that. Returns how many are new. */
export async function wantText(tx: Db, account: AccountId, faxes: readonly number[]): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into fax_text (account_id, fax_id, fax_at)
    ${WANTED} and f.account_id = ${account} and f.id = any(${faxes}::bigint[])
    on conflict do nothing`.execute(tx);
  return Number(numAffectedRows ?? 0);
}

/** The older faxes to read: of one account or all, since a day, received ones or all. */
export interface OlderFaxes {
  account: AccountId | null;
  since: Date | null;
  mode: 'received' | 'all';
}

/** Notes up to `limit` older faxes that were never read, newest first. Returns how many. */
export async function wantOlder(
  tx: Db,
  { account, since, mode }: OlderFaxes,
  limit: number,
): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into fax_text (account_id, fax_id, fax_at)
    ${WANTED} and f.deleted_at is null and not f.is_test
      and exists (select from document d where d.id = f.document_id and d.tiff_key is not null)
      ${account === null ? sql`` : sql`and f.account_id = ${account}`}
      ${since === null ? sql`` : sql`and f.fax_at >= ${since}`}
      ${mode === 'all' ? sql`` : sql`and f.action = 'R'`}
      and not exists (select from fax_text t where t.account_id = f.account_id and t.fax_id = f.id)
    order by f.fax_at desc limit ${limit}
    on conflict do nothing`.execute(tx);
  return Number(numAffectedRows ?? 0);
}

/** Removes the texts of up to `limit` faxes whose account or product no longer includes them. Returns how many. */
export async function forgetUnwanted(tx: Db, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from fax_text t using (
      select t.account_id, t.fax_id from account_settings s
      join account a on a.id = s.account_id
      left join product p on p.id = a.product_id
      join fax_text t on t.account_id = a.id
      where not s.read_text or not coalesce(p.read_text, true)
      limit ${limit}
    ) gone
    where t.account_id = gone.account_id and t.fax_id = gone.fax_id`.execute(tx);
  return Number(numAffectedRows ?? 0);
}

/** Counts faxes by whether their pages have been read. */
export async function countTexts(db: Db): Promise<{ waiting: number; done: number }> {
  const { rows } = await sql<{ waiting: number; done: number }>`
    select count(*) filter (where state = 'waiting')::int as waiting, count(*) filter (where state = 'done')::int as done
    from fax_text`.execute(db);
  return rows[0] ?? { waiting: 0, done: 0 };
}

/** Returns the faxes of a document. */
export async function faxesOfDocument(tx: Db, account: AccountId, documentId: number): Promise<number[]> {
  const rows = await tx
    .selectFrom('fax')
    .select('id')
    .where('account_id', '=', account)
    .where('document_id', '=', documentId)
    .where('is_test', '=', false)
    .execute();
  return rows.map(({ id }) => id);
}
