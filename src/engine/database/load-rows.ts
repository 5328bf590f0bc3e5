import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Client } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';

import { RESTORE_MARK } from './copy-port.ts';
import type { DatabaseContent, TableShape } from './copy-port.ts';
import { DatabaseRefusal } from './refusal.ts';
import { readTables } from './snapshot.ts';

/** Fills the tables in one transaction, with our triggers disabled, because the rows already contain their effects. */
export async function loadRows(client: Client, content: DatabaseContent): Promise<void> {
  const { tables, sequences } = content;
  refuseUnknown(await readTables(client), tables);
  const names = tables.map(({ name }) => client.escapeIdentifier(name));
  await client.query('begin');
  try {
    // The rows also contain what the schema changes themselves inserted.
    await client.query(`truncate ${names.join(', ')}`);
    for (const name of names) await client.query(`alter table ${name} disable trigger user`);
    await copyAll(client, content);
    for (const name of names) await client.query(`alter table ${name} enable trigger user`);
    for (const { name, value, called } of sequences) {
      await client.query('select setval($1::regclass, $2::bigint, $3)', [
        client.escapeIdentifier(name),
        value,
        called,
      ]);
    }
    await client.query(`create table ${RESTORE_MARK} ()`);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}

async function copyAll(client: Client, { tables, rows }: DatabaseContent): Promise<void> {
  const pieces = rows[Symbol.asyncIterator]();
  let next = await pieces.next();
  for (const table of tables) {
    if (next.done === true || next.value.table !== table.name) continue;
    const list = table.columns.map((column) => client.escapeIdentifier(column)).join(', ');
    const target = client.query(copyFrom(`copy ${client.escapeIdentifier(table.name)} (${list}) from stdin`));
    const ofThisTable = async function* (): AsyncIterable<Buffer> {
      while (next.done !== true && next.value.table === table.name) {
        yield next.value.piece;
        next = await pieces.next();
      }
    };
    await pipeline(Readable.from(ofThisTable()), target);
  }
  if (next.done !== true)
    throw new DatabaseRefusal(`The rows of ${next.value.table} are not in their place.`);
}

/**
 * Refuses unknown tables and columns. Their names come from a file, and only names in the schema may be written into a
 * statement.
 */
function refuseUnknown(ours: readonly TableShape[], theirs: readonly TableShape[]): void {
  const known = new Map(ours.map(({ name, columns }) => [name, new Set(columns)]));
  for (const { name, columns } of theirs) {
    const has = known.get(name);
    if (has === undefined || columns.some((column) => !has.has(column)))
      throw new DatabaseRefusal(`The table ${name} is not as this version of f2e knows it.`);
  }
}
