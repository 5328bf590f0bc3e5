import { sql } from 'kysely';

import type { Db } from '#engine/database/port.ts';

/** A line as the queue and the operator see it; `busy` are the calls in progress right now. */
export interface StoredLine {
  id: number;
  name: string;
  kind: 'onnet' | 'hylafax' | 'telnyx' | 'simulator';
  pattern: string;
  priority: number;
  channels: number;
  config: unknown;
  state: 'on' | 'drain' | 'off';
  busy: number;
}

/** What a new line is made of. */
export type NewLine = Pick<StoredLine, 'name' | 'kind' | 'pattern' | 'priority' | 'channels'> & {
  config: object;
};

/** All lines in the order in which they are tried: priority, then oldest (running.md, Lines). */
export async function readLines(db: Db): Promise<StoredLine[]> {
  return await db
    .selectFrom('line')
    .select(['id', 'name', 'kind', 'pattern', 'priority', 'channels', 'config', 'state'])
    .select(
      sql<number>`(select count(*) from send_job j where j.line_id = line.id and j.state = 'SENDING')`.as(
        'busy',
      ),
    )
    .where('removed_at', 'is', null)
    .orderBy('priority')
    .orderBy('id')
    .execute();
}

/** The account that owns each of the numbers and can receive now; numbers that live elsewhere are missing. */
export async function findReceivers(db: Db, numbers: readonly string[]): Promise<Map<string, number>> {
  if (numbers.length === 0) return new Map();
  const rows = await db
    .selectFrom('account')
    .select(['id', 'fax_number'])
    .where('fax_number', 'in', numbers)
    .where('state', '=', 'active')
    .execute();
  return new Map(rows.map((row) => [row.fax_number ?? '', row.id]));
}

/** Takes the line's row lock and says whether a channel is free; holds until the transaction ends. */
export async function lockFreeChannel(tx: Db, lineId: number): Promise<boolean> {
  const line = await tx
    .selectFrom('line')
    .select('channels')
    .where('id', '=', lineId)
    .where('state', '=', 'on')
    .where('removed_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (!line) return false;
  // A statement of its own: only a new snapshot sees what the lock's last holder committed.
  const calls = await tx
    .selectFrom('send_job')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('line_id', '=', lineId)
    .where('state', '=', 'SENDING')
    .executeTakeFirstOrThrow();
  return calls.n < line.channels;
}

/** Adds the line; null when the name is taken. */
export async function insertLine(tx: Db, line: NewLine): Promise<number | null> {
  const row = await tx
    .insertInto('line')
    .values({ ...line, config: JSON.stringify(line.config) })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id ?? null;
}

export async function setLineState(tx: Db, id: number, state: 'on' | 'drain'): Promise<void> {
  await tx.updateTable('line').set({ state }).where('id', '=', id).execute();
}

/** Takes the line out of use for good: its name is free again, its secrets are gone, its history stays. */
export async function retireLine(tx: Db, id: number): Promise<void> {
  await tx
    .updateTable('line')
    .set({ state: 'off', name: `removed-${id}`, config: '{}', removed_at: new Date() })
    .where('id', '=', id)
    .execute();
}
