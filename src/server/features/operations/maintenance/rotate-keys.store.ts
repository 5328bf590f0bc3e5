import { sql } from 'kysely';

import type { Db } from '#engine/database/port.ts';

/** A column with sealed values: the purpose of the key, and the place that each value is bound to. */
export interface SealedColumn {
  purpose:
    | 'line-config'
    | 'storage-login'
    | 'mail-payload'
    | 'mail-signing'
    | 'second-step'
    | 'identity-provider'
    | 'webhook-secret'
    | 'api-answer';
  table: string;
  /** The column that identifies the row. */
  key: string;
  /** SQL of the sealed text; null if there is none. */
  sealed: string;
  /** SQL of the place that the feature binds the sealed text to. */
  place: string;
  column: string;
  /** The sealed text is stored in a JSON object under this name. */
  json?: string;
}

/** All sealed columns; the places are those of the features that seal. A test detects a missing one. */
export const SEALED_COLUMNS: readonly SealedColumn[] = [
  {
    purpose: 'line-config',
    table: 'line',
    key: 'id',
    sealed: `config ->> 'sealed'`,
    place: `'line/' || name || '/config'`,
    column: 'config',
    json: 'sealed',
  },
  {
    purpose: 'line-config',
    table: 'line_call',
    key: 'id',
    sealed: 'trace',
    place: `'line_call/' || id || '/trace'`,
    column: 'trace',
  },
  {
    purpose: 'storage-login',
    table: 'storage_link',
    key: 'id',
    sealed: 'secret',
    place: `'storage_link/' || account_id || '/' || kind || '/secret'`,
    column: 'secret',
  },
  ...['token', 'settings'].map((column) => ({
    purpose: 'storage-login' as const,
    table: 'egnyte_task',
    key: 'id',
    sealed: column,
    place: `'egnyte_task/' || id || '/${column}'`,
    column,
  })),
  {
    purpose: 'identity-provider',
    table: 'identity_provider',
    key: 'id',
    sealed: 'secret',
    place: `'identity_provider/' || id || '/secret'`,
    column: 'secret',
  },
  {
    purpose: 'mail-payload',
    table: 'mail_out',
    key: 'id',
    sealed: 'payload',
    place: `'mail_out/' || message_id || '/payload'`,
    column: 'payload',
  },
  {
    purpose: 'mail-signing',
    table: 'mail_domain_key',
    key: 'domain',
    sealed: 'private_key',
    place: `'mail_domain_key/' || domain || '/private_key'`,
    column: 'private_key',
  },
  {
    purpose: 'second-step',
    table: 'second_step',
    key: 'id',
    sealed: 'secret',
    place: `'second_step/' || coalesce('account/' || account_id, 'parent/' || parent_id, 'operator/' || operator_id,
      'person/' || person_id) || '/secret'`,
    column: 'secret',
  },
  ...['secret', 'old_secret'].map((column) => ({
    purpose: 'webhook-secret' as const,
    table: 'webhook_endpoint',
    key: 'id',
    sealed: column,
    place: `'webhook_endpoint/' || id || '/${column}'`,
    column,
  })),
  ...['fingerprint', 'answer'].map((column) => ({
    purpose: 'api-answer' as const,
    table: 'api_answer',
    key: 'id',
    sealed: column,
    place: `'api_answer/' || key_id || '/' || key || '/${column}'`,
    column,
  })),
];

/** One sealed value. */
export interface SealedValue {
  key: string;
  place: string;
  sealed: string;
}

/** Returns sealed values of a column after a key, in order. All raw SQL here consists of constants of this file. */
export async function readSealed(
  tx: Db,
  { table, key, sealed, place }: SealedColumn,
  after: string | undefined,
  limit: number,
): Promise<SealedValue[]> {
  const { rows } = await sql<SealedValue>`
    select ${sql.raw(key)}::text as key, ${sql.raw(place)} as place, ${sql.raw(sealed)} as sealed
    from ${sql.table(table)}
    where ${sql.raw(sealed)} is not null and (${after ?? null}::text is null or ${sql.raw(key)}::text > ${after ?? null})
    order by ${sql.raw(key)}::text limit ${limit}`.execute(tx);
  return rows;
}

/** Writes values that were sealed again. */
export async function writeSealed(
  tx: Db,
  { table, key, column, json }: SealedColumn,
  values: readonly Pick<SealedValue, 'key' | 'sealed'>[],
): Promise<void> {
  const fresh = json === undefined ? sql`fresh.sealed` : sql`jsonb_build_object(${json}::text, fresh.sealed)`;
  await sql`
    update ${sql.table(table)} as t set ${sql.ref(column)} = ${fresh}
    from unnest(${values.map((value) => value.key)}::text[], ${values.map(({ sealed }) => sealed)}::text[])
      as fresh(key, sealed)
    where t.${sql.ref(key)}::text = fresh.key`.execute(tx);
}

/** Counts the connections of running products to this database; a command like this one has none of them. */
export async function countRunning(tx: Db): Promise<number> {
  const { rows } = await sql<{ running: number }>`
    select count(*)::int as running from pg_stat_activity
    where datname = current_database() and application_name in ('f2e listen', 'f2e jobs', 'f2e worker')`.execute(
    tx,
  );
  return rows[0]?.running ?? 0;
}

/** Ends every session: the cookies of their browsers were made with the old key. */
export async function endAllSessions(tx: Db): Promise<void> {
  await tx.deleteFrom('session').execute();
}
