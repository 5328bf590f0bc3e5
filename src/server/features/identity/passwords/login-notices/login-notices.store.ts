import { sql } from 'kysely';

import type { Db } from '#engine/database/port.ts';
import { columnOfLogin } from '#server/kit/owner.ts';
import type { CustomerLogin } from '#server/kit/owner.ts';

/** Where a login came from: the browser with its operating system, and the network of the internet provider. */
export interface LoginPlace {
  browser: string;
  network: string;
}

/** How long a browser or network stays known without being used. */
const KNOWN_DAYS = 400;

/** The table that holds each kind of login's setting for emails about new logins, and its id column. */
const SETTINGS = {
  account: { table: 'account_settings', key: 'account_id' },
  parent: { table: 'parent', key: 'id' },
  person: { table: 'person', key: 'id' },
} as const;

/** Whether emails about new logins are on for a login; undefined if the login does not exist. */
export async function readLoginNotices(db: Db, { kind, id }: CustomerLogin): Promise<boolean | undefined> {
  const { table, key } = SETTINGS[kind];
  const { rows } = await sql<{ on: boolean }>`
    select login_notices as "on" from ${sql.table(table)} where ${sql.ref(key)} = ${id}`.execute(db);
  return rows[0]?.on;
}

/** Stores the setting. Returns false if nothing changed. */
export async function writeLoginNotices(tx: Db, { kind, id }: CustomerLogin, on: boolean): Promise<boolean> {
  const { table, key } = SETTINGS[kind];
  const { numAffectedRows } = await sql`
    update ${sql.table(table)} set login_notices = ${on}
    where ${sql.ref(key)} = ${id} and login_notices <> ${on}`.execute(tx);
  return numAffectedRows === 1n;
}

/**
 * Records a login. Returns true if the login was used before, but never from this browser or never from this network.
 * Call `lockSessions` first, so that two logins at the same time are not both new.
 */
export async function noteLoginPlace(
  tx: Db,
  owner: CustomerLogin,
  { browser, network }: LoginPlace,
): Promise<boolean> {
  const column = sql.ref(columnOfLogin(owner));
  const { rows } = await sql<{ isNew: boolean }>`
    select count(*) > 0 and not (bool_or(browser = ${browser}) and bool_or(network = ${network})) as "isNew"
    from known_login
    where ${column} = ${owner.id} and last_at > now() - make_interval(days => ${KNOWN_DAYS})`.execute(tx);
  await sql`
    insert into known_login (${column}, browser, network) values (${owner.id}, ${browser}, ${network})
    on conflict (${column}, browser, network) where ${column} is not null do update set last_at = now()`.execute(
    tx,
  );
  return rows[0]?.isNew ?? false;
}

/** Returns the time zone of an account; undefined for administrators and people, who have none. */
export async function zoneOf(db: Db, { kind, id }: CustomerLogin): Promise<string | undefined> {
  if (kind !== 'account') return undefined;
  const row = await db
    .selectFrom('account_settings as s')
    .innerJoin('timezone as z', 'z.id', 's.timezone_id')
    .select('z.system_name as zone')
    .where('s.account_id', '=', id)
    .executeTakeFirst();
  return row?.zone;
}
