import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

import type { Db } from '#engine/database/port.ts';
import type { KeyCaller } from '#server/kit/key-caller.ts';
import { ofKey } from '#server/kit/managed-account.store.ts';

/** An account as the programs that manage it see it. */
export interface ApiAccount {
  id: number;
  administrator: number | null;
  state: 'pending' | 'active' | 'suspended' | 'closed';
  number: string | null;
  porting: string | null;
  email: string;
  hipaa: boolean;
  monthLimit: number | null;
  createdAt: Date;
}

function accountsWhere(key: Pick<KeyCaller, 'owner'>, condition: RawBuilder<unknown>) {
  return sql<ApiAccount>`
    select a.id, a.parent_id as administrator, a.state, a.fax_number as number, a.pending_number as porting,
      coalesce(a.new_email, a.admin_email) as email, a.is_hipaa as hipaa, a.month_limit as "monthLimit",
      a.created_at as "createdAt"
    from account a where ${ofKey(key)} and ${condition}`;
}

/** Lists the accounts that the key manages, including closed ones, in order of their ids. */
export async function listApiAccounts(
  db: Db,
  key: Pick<KeyCaller, 'owner'>,
  { state = null, after, limit }: { state?: string | null; after: number; limit: number },
): Promise<ApiAccount[]> {
  const { rows } = await accountsWhere(
    key,
    sql`a.id > ${after} and (${state}::text is null or a.state = ${state}) order by a.id limit ${limit}`,
  ).execute(db);
  return rows;
}

/** Returns one of these accounts; undefined for any other. */
export async function findApiAccount(
  db: Db,
  key: Pick<KeyCaller, 'owner'>,
  id: number,
): Promise<ApiAccount | undefined> {
  const { rows } = await accountsWhere(key, sql`a.id = ${id}`).execute(db);
  return rows[0];
}
