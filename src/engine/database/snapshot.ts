import type { Client } from 'pg';
import { to as copyTo } from 'pg-copy-streams';

import { SNAPSHOT_LOCK } from './copy-port.ts';
import type { SequencePlace, Snapshot, TableShape } from './copy-port.ts';

/** Approximate size of the pieces in which rows are yielded, in bytes. */
const PIECE_BYTES = 2 * 1024 * 1024;

const NEW_LINE = 0x0a;

/** Created and maintained by the migrations; it is not content. */
const NOT_COPIED = 'schema_migration';

/** Opens a read-only transaction with a fixed view of the database; the snapshot owns the client from now on. */
export async function openSnapshot(client: Client): Promise<Snapshot> {
  try {
    // Before the snapshot is taken, so that the files it refers to still exist when they are read.
    await client.query('select pg_advisory_lock_shared($1)', [SNAPSHOT_LOCK]);
    await client.query('begin transaction isolation level repeatable read, read only');
    const { rows: applied } = await client.query<{ name: string }>(
      'select name from schema_migration order by name',
    );
    const { rows: moments } = await client.query<{ now: Date }>('select now() as now');
    return {
      takenAt: moments[0]?.now ?? new Date(),
      migrations: applied.map(({ name }) => name),
      tables: await readTables(client),
      sequences: await readSequences(client),
      copyOut: (table) => copyOut(client, table),
      endReading: async () => void (await client.query('commit')),
      requireLock: async () => void (await client.query('select')),
      close: async () => await client.end(),
    };
  } catch (error) {
    await client.end();
    throw error;
  }
}

/** Returns our tables, each after those that its foreign keys refer to. */
export async function readTables(client: Client): Promise<TableShape[]> {
  const { rows } = await client.query<TableShape & { needs: string[] }>(
    `select c.relname::text as name,
       array(select a.attname::text from pg_attribute a
         where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
         order by a.attnum) as columns,
       array(select f.confrelid::regclass::text from pg_constraint f
         where f.contype = 'f' and f.conrelid = c.oid and f.confrelid <> c.oid) as needs
     from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> $1
     order by c.relname`,
    [NOT_COPIED],
  );
  const sorted: TableShape[] = [];
  const done = new Set<string>();
  while (sorted.length < rows.length) {
    const next = rows.filter(({ name, needs }) => !done.has(name) && needs.every((need) => done.has(need)));
    if (next.length === 0) throw new Error('The tables refer to each other in a circle.');
    for (const { name, columns } of next) {
      sorted.push({ name, columns });
      done.add(name);
    }
  }
  return sorted;
}

async function readSequences(client: Client): Promise<SequencePlace[]> {
  const { rows } = await client.query<{ name: string }>(
    `select relname::text as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind = 'S' order by relname`,
  );
  const places: SequencePlace[] = [];
  for (const { name } of rows) {
    const found = await client.query<{ value: string; called: boolean }>(
      `select last_value::text as value, is_called as called from ${client.escapeIdentifier(name)}`,
    );
    const place = found.rows[0];
    if (place) places.push({ name, ...place });
  }
  return places;
}

async function* copyOut(client: Client, { name, columns }: TableShape): AsyncIterable<Buffer> {
  const list = columns.map((column) => client.escapeIdentifier(column)).join(', ');
  const stream = client.query(copyTo(`copy ${client.escapeIdentifier(name)} (${list}) to stdout`));
  let parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of stream as AsyncIterable<Buffer>) {
    parts.push(part);
    bytes += part.length;
    if (bytes < PIECE_BYTES) continue;
    const all = Buffer.concat(parts);
    const end = all.lastIndexOf(NEW_LINE) + 1;
    if (end > 0) yield all.subarray(0, end);
    parts = [all.subarray(end)];
    bytes = all.length - end;
  }
  const rest = Buffer.concat(parts);
  if (rest.length > 0) yield rest;
}
