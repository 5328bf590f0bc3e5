import type { Db } from '#engine/database/port.ts';
import type { AccountId } from '#server/kit/scope.ts';

/** The settings that determine how long an account's sessions last without use. */
export interface IdleSettings {
  /** The account's choice; null for none. */
  minutes: number | null;
  isHipaa: boolean;
}

/** Returns the settings; undefined if there is no such account. */
export async function readIdleMinutes(db: Db, account: AccountId): Promise<IdleSettings | undefined> {
  return await db
    .selectFrom('account_settings as s')
    .innerJoin('account as a', 'a.id', 's.account_id')
    .select(['s.idle_minutes as minutes', 'a.is_hipaa as isHipaa'])
    .where('s.account_id', '=', account)
    .executeTakeFirst();
}

/** Stores the choice and applies `seconds` as the idle timeout of open sessions. */
export async function writeIdleMinutes(
  tx: Db,
  account: AccountId,
  minutes: number | null,
  seconds: number,
): Promise<void> {
  await tx
    .updateTable('account_settings')
    .set({ idle_minutes: minutes, updated_at: new Date() })
    .where('account_id', '=', account)
    .execute();
  await tx
    .updateTable('session')
    .set({ idle_seconds: seconds })
    .where('kind', 'in', ['user', 'person'])
    .where('subject_id', '=', account)
    .where('revoked_at', 'is', null)
    .execute();
}
