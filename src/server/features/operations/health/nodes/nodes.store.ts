import { sql } from 'kysely';

import type { Db } from '#engine/database/port.ts';

/** A node as others see it. */
export interface StoredNode {
  name: string;
  state: 'up' | 'drain';
  lastSeen: Date;
  /** Whether it has sent a recent heartbeat, by the database's clock. */
  alive: boolean;
  /** How many accounts are assigned to it. */
  accounts: number;
}

/**
 * Returns all nodes, including those that do not run; after `silentAfter` seconds without a heartbeat a node counts as
 * gone.
 */
export async function readNodes(db: Db, silentAfter: number): Promise<Omit<StoredNode, 'accounts'>[]> {
  return await db
    .selectFrom('node')
    .select([
      'name',
      'state',
      'last_seen as lastSeen',
      sql<boolean>`last_seen > now() - make_interval(secs => ${silentAfter})`.as('alive'),
    ])
    .orderBy('name')
    .execute();
}

/** Returns all nodes with the number of their accounts, for the operator; this counts the whole table. */
export async function readNodesAndAccounts(db: Db, silentAfter: number): Promise<StoredNode[]> {
  const counted = await db
    .selectFrom('account')
    .select(['node', (eb) => eb.fn.countAll<number>().as('accounts')])
    .where('state', '<>', 'closed')
    .groupBy('node')
    .execute();
  const accounts = new Map(counted.map((row) => [row.node, row.accounts]));
  return (await readNodes(db, silentAfter)).map((node) => ({
    ...node,
    accounts: accounts.get(node.name) ?? 0,
  }));
}

/** Records a heartbeat; the first one registers the node. */
export async function noteNode(db: Db, name: string): Promise<void> {
  await db
    .insertInto('node')
    .values({ name })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ last_seen: sql<Date>`now()` }))
    .execute();
}

/** Stops handing logins to a node, or resumes it; returns false if no node has this name. */
export async function setNodeState(tx: Db, name: string, state: StoredNode['state']): Promise<boolean> {
  const row = await tx
    .updateTable('node')
    .set({ state })
    .where('name', '=', name)
    .returning('name')
    .executeTakeFirst();
  return row !== undefined;
}

/** Assigns an account to another node; returns false if there is no such account. */
export async function moveAccount(tx: Db, accountId: number, node: string): Promise<boolean> {
  const row = await tx
    .updateTable('account')
    .set({ node, updated_at: sql<Date>`now()` })
    .where('id', '=', accountId)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether a node has this name. */
export async function isNode(db: Db, name: string): Promise<boolean> {
  const row = await db.selectFrom('node').select('name').where('name', '=', name).executeTakeFirst();
  return row !== undefined;
}

/** A machine that may be forgotten: whether it has been heard of lately, and how many files waited on it then. */
export interface HeardMachine {
  alive: boolean;
  files: number;
}

/** What is known of a machine, by its name or by a spool of its own; undefined for nothing. */
export async function lockMachine(
  tx: Db,
  name: string,
  silentAfter: number,
): Promise<HeardMachine | undefined> {
  const silent = sql`make_interval(secs => ${silentAfter})`;
  await sql`select from file_spool where node = ${name} for update`.execute(tx);
  const { rows } = await sql<HeardMachine & { known: boolean }>`
    select exists (select from node where name = ${name}) or count(*) > 0 as known,
      coalesce(bool_or(seen_at > now() - ${silent}), false)
        or exists (select from node where name = ${name} and last_seen > now() - ${silent}) as alive,
      coalesce(sum(files), 0)::int as files
    from file_spool where node = ${name}`.execute(tx);
  const [row] = rows;
  return row?.known ? { alive: row.alive, files: row.files } : undefined;
}

/** Forgets a machine and what waited on it. */
export async function deleteMachine(tx: Db, name: string): Promise<void> {
  await tx.deleteFrom('file_spool').where('node', '=', name).execute();
  await tx.deleteFrom('node').where('name', '=', name).execute();
}
