import { sql } from 'kysely';

import { READING_SECONDS } from '#contract/mailbox/team.ts';
import type { Db } from '#engine/database/port.ts';
import type { AccountId } from '#server/kit/scope.ts';

/** Records that a person has a fax open, and deletes the entries of readers who have left. */
export async function noteReader(
  db: Db,
  account: AccountId,
  { faxId, personId }: { faxId: number; personId: number },
): Promise<void> {
  await sql`delete from fax_reader where account_id = ${account} and until < now()`.execute(db);
  await sql`
    insert into fax_reader (account_id, fax_id, person_id, until)
    values (${account}, ${faxId}, ${personId}, now() + ${READING_SECONDS} * interval '1 second')
    on conflict (account_id, fax_id, person_id) do update set until = excluded.until`.execute(db);
}

/** Returns who has a fax open, sorted by name, except this person. */
export async function listReaders(
  db: Db,
  account: AccountId,
  { faxId, personId }: { faxId: number; personId: number | null },
): Promise<{ id: number; name: string }[]> {
  const { rows } = await sql<{ id: number; name: string }>`
    select h.id, h.name from fax_reader r
    join membership m on m.account_id = r.account_id and m.person_id = r.person_id
    join person h on h.id = r.person_id
    where r.account_id = ${account} and r.fax_id = ${faxId} and r.until > now()
      and r.person_id is distinct from ${personId}::bigint
    order by lower(h.name), h.id`.execute(db);
  return rows;
}
