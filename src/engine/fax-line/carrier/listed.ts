import { z } from 'zod';

/**
 * Returns the schema of a list in which our fax is searched for. Rows that are not faxes are dropped: one malformed row
 * would hide all others. The row's schema maps an ID of unknown form to an empty string, because that fax may be ours.
 */
export function rowsOf<Row>(row: z.ZodType<Row>) {
  return z
    .array(row.nullable().catch(null))
    .transform((rows) => rows.filter((each): each is Row & {} => each !== null));
}
