import { sql } from 'kysely';

import type { Database } from '#engine/database/port.ts';

/** Returns every received fax with its pages and its call, oldest first. */
export async function receivedFaxes({ db }: Pick<Database, 'db'>) {
  return await db
    .selectFrom('fax as f')
    .innerJoin('document as d', 'd.id', 'f.document_id')
    .innerJoin('inbound_call as c', 'c.fax_id', 'f.id')
    .selectAll('f')
    .select(['d.tiff_key', 'c.caller_number', 'c.called_number'])
    .where('f.action', '=', 'R')
    .orderBy('f.id')
    .execute();
}

/** Returns a job with its fax, as lists show it, and the number of its calls. */
export async function jobWithFax({ db }: Pick<Database, 'db'>, id: number) {
  return await db
    .selectFrom('send_job as j')
    .innerJoin('fax as f', 'f.id', 'j.fax_id')
    .innerJoin('document as d', 'd.id', 'f.document_id')
    .select(['d.tiff_key', 'j.state', 'j.dials', 'j.confirmed_pages', 'f.pages', 'f.outbox', 'f.reason'])
    .select([
      sql<number>`(select count(*)::int from send_attempt a where a.job_id = j.id)`.as('attempts'),
      // Why the last call ended, for the message of a failing test.
      sql<string>`(select coalesce(detail, '') from send_attempt a where a.job_id = j.id order by n desc limit 1)`.as(
        'detail',
      ),
    ])
    .where('j.id', '=', id)
    .executeTakeFirstOrThrow();
}
