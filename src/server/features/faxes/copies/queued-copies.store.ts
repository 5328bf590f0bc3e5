import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

import { WORDS_WAIT_MINUTES } from '#contract/mailbox/page-text.ts';
import type { Db } from '#engine/database/port.ts';
import type { FaxTurns } from '#engine/documents/port.ts';

import type { StorageLink } from './storage.store.ts';

/**
 * Returns the condition that a copy `d` can be made now, for a storage with this file type: a copy that is to contain
 * the words of its pages waits while they are being read, up to a limit.
 */
export const isReady = (fileType: RawBuilder<unknown>) => sql`(d.state = 'queued' and (
  ${fileType} <> 'searchable-pdf' or d.created_at < now() - make_interval(mins => ${WORDS_WAIT_MINUTES})
  or not exists (select from fax_text t where t.account_id = d.account_id and t.fax_id = d.fax_id and t.state = 'waiting')))`;

/** A copy to be made, with the sources of its name and content. */
export interface QueuedCopy extends FaxTurns {
  id: number;
  fid: number;
  fileName: string;
  at: Date;
  from: string;
  company: string;
  tiffKey: string | null;
  zone: string;
}

/**
 * Returns the oldest copies that wait for a storage. Deleted faxes are not copied, because their owner did not want
 * them (spec http-api 4.1).
 */
export async function queuedCopies(
  db: Db,
  { id, fileType }: Pick<StorageLink, 'id' | 'fileType'>,
  limit: number,
): Promise<QueuedCopy[]> {
  const { rows } = await sql<QueuedCopy>`
    select d.id, d.fax_id as fid, d.file_name as "fileName", f.fax_at as at, f.other_number as "from", f.company,
      f.rotation, f.page_turns as "pageTurns", doc.tiff_key as "tiffKey", coalesce(z.system_name, 'UTC') as zone
    from storage_delivery d
    join fax f on f.account_id = d.account_id and f.id = d.fax_id
    join document doc on doc.id = f.document_id
    left join account_settings s on s.account_id = d.account_id
    left join timezone z on z.id = s.timezone_id
    where d.storage_id = ${id} and ${isReady(sql`${fileType}::text`)} order by d.id limit ${limit}`.execute(
    db,
  );
  return rows;
}
