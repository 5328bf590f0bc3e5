import { randomBytes } from 'node:crypto';

import type { Pool } from 'pg';

/** A column to fill. */
interface Column {
  table: string;
  name: string;
  type: string;
  needed: boolean;
  /** The column of another table that it references. */
  refers: { table: string; column: string } | null;
}

const COLUMNS = `
  select c.relname as table, a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
    a.attnotnull and not a.atthasdef and a.attidentity = '' as needed,
    (select json_build_object('table', t.relname, 'column', b.attname)
      from pg_constraint k cross join lateral unnest(k.conkey, k.confkey) as pair(near, far)
      join pg_class t on t.oid = k.confrelid join pg_attribute b on b.attrelid = t.oid and b.attnum = pair.far
      where k.contype = 'f' and k.conrelid = c.oid and pair.near = a.attnum
      order by array_length(k.conkey, 1) limit 1) as refers
  from pg_class c join pg_attribute a on a.attrelid = c.oid
  where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and a.attnum > 0 and not a.attisdropped
    and a.attgenerated = '' and a.attidentity <> 'a'
  order by c.relname, a.attnum`;

const BY_TYPE: Readonly<Record<string, unknown>> = {
  boolean: false,
  jsonb: '{}',
  date: '2026-11-01',
};

/** An account with a row in every table, and the mark in every text column of its owner's data. */
export interface MarkedAccount {
  /** Tables with a row of the account. */
  tables: string[];
  /** Columns that contain the mark. */
  marked: string[];
}

/**
 * Adds a row of an account to every table that can have one, including tables added recently, and writes the mark into
 * every text column. `values` are for columns that do not accept arbitrary values.
 */
export async function markAccount(
  pool: Pool,
  accountId: number,
  mark: string,
  values: Readonly<Record<string, unknown>>,
): Promise<MarkedAccount> {
  const { rows: columns } = await pool.query<Column>(COLUMNS);
  const byTable = Map.groupBy(columns, ({ table }) => table);
  const owned = [...byTable].filter(([, all]) => all.some(({ name }) => name === 'account_id'));
  const waiting = new Map(owned);
  const tables: string[] = [];
  while (waiting.size > 0) {
    const before = waiting.size;
    for (const [table, all] of waiting) {
      const refers = all.flatMap((column) => (column.refers && column.needed ? [column.refers.table] : []));
      if (refers.some((other) => other !== table && waiting.has(other))) continue;
      await addRow(pool, accountId, table, all, values);
      waiting.delete(table);
      tables.push(table);
    }
    if (waiting.size === before) throw new Error(`no row fits into ${[...waiting.keys()].join(', ')}`);
  }
  const marked = await writeMark(pool, accountId, mark, [
    ...owned,
    ['account', byTable.get('account') ?? []],
  ]);
  return { tables: tables.toSorted(), marked: marked.toSorted() };
}

async function addRow(
  pool: Pool,
  accountId: number,
  table: string,
  columns: readonly Column[],
  values: Readonly<Record<string, unknown>>,
): Promise<void> {
  const { rows } = await pool.query(`select from "${table}" where account_id = $1`, [accountId]);
  if (rows.length > 0) return;
  const row: Record<string, unknown> = {};
  for (const column of columns) {
    const known = [`${table}.${column.name}`, column.name].find((name) => name in values);
    if (column.name === 'account_id') row[column.name] = accountId;
    else if (known !== undefined) row[column.name] = values[known];
    else if (column.needed && column.refers) row[column.name] = await ownRow(pool, accountId, column.refers);
    else if (column.needed) row[column.name] = plain(column);
  }
  const names = Object.keys(row);
  await pool.query(
    `insert into "${table}" (${names.map((name) => `"${name}"`).join(', ')})
     values (${names.map((_, index) => `$${index + 1}`).join(', ')})`,
    Object.values(row),
  );
}

async function ownRow(
  pool: Pool,
  accountId: number,
  { table, column }: NonNullable<Column['refers']>,
): Promise<unknown> {
  const { rows: own } = await pool
    .query(`select "${column}" as id from "${table}" where account_id = $1 limit 1`, [accountId])
    .catch(async () => await pool.query(`select "${column}" as id from "${table}" limit 1`));
  return (own[0] as { id: unknown } | undefined)?.id;
}

function plain({ type, name }: Column): unknown {
  if (type === 'bytea') return randomBytes(16);
  if (type.endsWith('[]')) return [];
  if (type in BY_TYPE) return BY_TYPE[type];
  if (type.startsWith('timestamp')) return new Date();
  if (type === 'text') return `word_${name}`;
  return 1;
}

/** Columns that never contain people's texts: random names in the file store, and the product's own words. */
const OURS = new Set([
  'document.storage_key',
  'document.tiff_key',
  'inbound_call.file_key',
  'draft.key',
  'account.node',
  'account.type',
  'audit.action',
  'number.area_code',
]);

/**
 * Writes the mark into every column; columns with their own rules may refuse it. Returns the columns that accepted it.
 */
async function writeMark(
  pool: Pool,
  accountId: number,
  mark: string,
  tables: readonly (readonly [string, readonly Column[]])[],
): Promise<string[]> {
  const marked: string[] = [];
  for (const [table, columns] of tables)
    for (const { name, type, refers } of columns) {
      if (!['text', 'jsonb'].includes(type) || refers) continue;
      if (OURS.has(`${table}.${name}`)) continue;
      const value = type === 'jsonb' ? JSON.stringify({ mark }) : mark;
      const key = table === 'account' ? 'id' : 'account_id';
      const done = await pool
        .query(`update "${table}" set "${name}" = $1 where "${key}" = $2`, [value, accountId])
        .catch(() => null);
      if (done !== null && (done.rowCount ?? 0) > 0) marked.push(`${table}.${name}`);
    }
  return marked;
}

/** Sets the columns of person and administrator to null: rows of these tables belong to the account itself. */
const notOf = (...tables: string[]) =>
  Object.fromEntries(
    tables.flatMap((table) => [`${table}.person_id`, `${table}.parent_id`]).map((key) => [key, null]),
  );

/** Returns values for a marked account's columns that cannot hold the mark. */
export function valuesOfMarked(ids: {
  fax: number;
  parent: number;
  person: number | undefined;
  group: number | undefined;
}) {
  const { fax, parent, person, group } = ids;
  return {
    fax_id: fax,
    parent_id: parent,
    'number.digits': '2125550111',
    'number.kind': 'local',
    'number.state': 'assigned',
    digits: '2125550112',
    caller: '2125550113',
    'month_counter.month': '2026-11-01',
    'day_limit_alert.kind': 'calls',
    'day_limit_use.kind': 'fax',
    'service_slot.parent_id': parent,
    'membership.person_id': person,
    'membership.parent_id': null,
    'membership.source': 'manual',
    'scim_group_role.group_id': group,
    'fax_mention.person_id': person,
    'fax_reader.person_id': person,
    'tag.color': 'blue',
    'arrival_rule.match': 'all',
    role: 'reader',
    ...notOf(
      'invitation',
      'sign_on_role',
      'second_step',
      'login_step',
      'passkey',
      'passkey_challenge',
      'api_key',
      'api_event',
      'webhook_endpoint',
    ),
    'api_key.public_id': 'Abcdefgh01',
    'api_key.mode': 'live',
    'webhook_endpoint.off_reason': null,
    'webhook_endpoint.id': 'Abcdefgh02',
    address: 'a@example.com',
    email: 'a@example.com',
    domain: 'a.example',
    actor_kind: 'account',
    'fax_access.kind': 'open',
    'port_order.kind': 'port',
    'storage_link.kind': 'sftp',
    'mail_address.reason': 'full',
    'mail_in.proof': 'spf',
    'line_call.direction': 'out',
    'usage_warning.percent': 80,
    'document.source': 'line',
    'fax.action': 'R',
  };
}
