import type { Db } from '#engine/database/port.ts';

/** A domain that nobody may whitelist; `public` ones ship with the product. */
export interface BlockedDomain {
  domain: string;
  reason: string;
}

/** Returns the blocked domains, by name; with `reason`, only those with that reason. */
export async function listBlocked(db: Db, reason: string | null): Promise<BlockedDomain[]> {
  return await db
    .selectFrom('blocked_domain')
    .select(['domain', 'reason'])
    .$if(reason !== null, (query) => query.where('reason', '=', reason ?? ''))
    .orderBy('domain')
    .execute();
}

/** Blocks a domain. Returns false if it is already blocked. */
export async function blockDomain(tx: Db, domain: string, reason: string): Promise<boolean> {
  const row = await tx
    .insertInto('blocked_domain')
    .values({ domain, reason })
    .onConflict((conflict) => conflict.doNothing())
    .returning('domain')
    .executeTakeFirst();
  return row !== undefined;
}

/** Unblocks a domain. Returns false if it was not blocked. */
export async function unblockDomain(tx: Db, domain: string): Promise<boolean> {
  const gone = await tx.deleteFrom('blocked_domain').where('domain', '=', domain).executeTakeFirst();
  return gone.numDeletedRows > 0n;
}
