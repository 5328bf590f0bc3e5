import { sql } from 'kysely';

import type { Db } from '#engine/database/port.ts';
import type { AccountId } from '#server/kit/scope.ts';

/** Returns those of the account's people who want mails about their work. */
export async function mailReaders(
  db: Db,
  account: AccountId,
  people: readonly number[],
): Promise<{ email: string; brandId: number; number: string; language: string }[]> {
  const { rows } = await sql<{ email: string; brandId: number; number: string; language: string }>`
    select p.email, a.brand_id as "brandId", coalesce(a.fax_number, '') as number, s.language
    from membership m
    join person p on p.id = m.person_id
    join account a on a.id = m.account_id
    join account_settings s on s.account_id = a.id
    where m.account_id = ${account} and m.person_id = any(${[...people]}::bigint[]) and p.team_mail
    order by p.id`.execute(db);
  return rows;
}
