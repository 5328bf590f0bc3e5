import { sql } from 'kysely';

import type { Db } from '#engine/database/port.ts';
import type { CustomerLogin, LoginOwner } from '#server/kit/owner.ts';

/** A session as its owner sees it. */
export interface OwnSessionRow {
  /** The first half of the id's hash: enough to identify the session, useless for access. */
  id: string;
  current: boolean;
  address: string;
  userAgent: string;
  createdAt: Date;
  lastSeenAt: Date;
}

/** How long a renewed session's old token still works, for calls that were in progress (see replaceSessionToken). */
const LEAVING_SECONDS = 10;

/** The kind of session that each login opens. */
const SESSION_KINDS = { account: 'user', parent: 'multifax', operator: 'operator' } as const;

/** Matches the sessions of a login; for a person, on all accounts and for all administrators. */
function theirs({ kind, id }: { kind: LoginOwner['kind']; id: number }) {
  return kind === 'person'
    ? sql<boolean>`person_id = ${id}`
    : sql<boolean>`kind = ${SESSION_KINDS[kind]} and subject_id = ${id}`;
}

/** Returns the owner's open sessions, most recently used first. */
export async function listSessions(db: Db, owner: CustomerLogin, current: Buffer): Promise<OwnSessionRow[]> {
  return await db
    .selectFrom('session')
    .select([sql<string>`encode(substring(id_hash for 16), 'hex')`.as('id'), 'address'])
    .select(['user_agent as userAgent', 'created_at as createdAt', 'last_seen_at as lastSeenAt'])
    .select(sql<boolean>`id_hash = ${current}`.as('current'))
    .where(theirs(owner))
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now() + make_interval(secs => ${LEAVING_SECONDS})`)
    .where(sql<boolean>`last_seen_at + make_interval(secs => idle_seconds) > now()`)
    .orderBy('last_seen_at', 'desc')
    .execute();
}

/** Ends one of the owner's sessions by its public id. Returns false if there is none. */
export async function endSessionById(tx: Db, owner: CustomerLogin, id: string): Promise<boolean> {
  const row = await tx
    .updateTable('session')
    .set({ revoked_at: sql<Date>`now()` })
    .where(theirs(owner))
    .where('revoked_at', 'is', null)
    .where(sql<boolean>`encode(substring(id_hash for 16), 'hex') = ${id}`)
    .returning('id_hash')
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Ends all sessions of a login, or all but one. People's sessions on an account do not belong to the account's own
 * login: they last as long as their membership.
 */
export async function endSessions(
  tx: Db,
  owner: { kind: LoginOwner['kind']; id: number },
  except?: Buffer,
): Promise<void> {
  await tx
    .updateTable('session')
    .set({ revoked_at: sql<Date>`now()` })
    .where(theirs(owner))
    .where('revoked_at', 'is', null)
    .$if(except !== undefined, (query) => query.where('id_hash', '<>', except ?? Buffer.alloc(0)))
    .execute();
}

/**
 * Gives a session a new token and returns its remaining lifetime in seconds. The old token ends a few seconds later:
 * otherwise background calls of the page at that moment would return 401 and clear the new cookies.
 */
export async function replaceSessionToken(tx: Db, from: Buffer, to: Buffer): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    insert into session
      (id_hash, kind, subject_id, person_id, provider_id, provider_sid, brand_id, address, user_agent, created_at,
        idle_seconds, expires_at)
    select ${to}, kind, subject_id, person_id, provider_id, provider_sid, brand_id, address, user_agent, created_at,
      idle_seconds, expires_at
    from session where id_hash = ${from} and revoked_at is null
    returning floor(extract(epoch from expires_at - now()))::int as seconds`.execute(tx);
  await tx
    .updateTable('session')
    .set({ expires_at: sql<Date>`least(expires_at, now() + make_interval(secs => ${LEAVING_SECONDS}))` })
    .where('id_hash', '=', from)
    .execute();
  const [renewed] = rows;
  if (!renewed) throw new Error('the session ended while its token was renewed');
  return renewed.seconds;
}
