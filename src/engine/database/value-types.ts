import { types } from 'pg';
import type { CustomTypesConfig } from 'pg';

type Parse = (text: string) => unknown;
type Oid = Parameters<typeof types.getTypeParser>[0];
type Format = Parameters<CustomTypesConfig['getTypeParser']>[1];

/** bigint[] is missing from the driver's list; the number comes from the catalog pg_type and never changes. */
const INT8_ARRAY = 1016;

const PARSERS = new Map<number, Parse>([
  [types.builtins.INT8, toSafeNumber],
  [INT8_ARRAY, toSafeNumbers],
  [types.builtins.DATE, (text) => text],
]);

/**
 * Parses the values in our pools' results. Set only on the pools: the job queue and others share the driver and its
 * defaults. bigint becomes a number (our IDs and sums stay far below 2^53); date stays text (a Date would be shifted to
 * the server's zone, which for half of the world is the day before).
 */
export const parseTypes: CustomTypesConfig = {
  getTypeParser: (oid: Oid, format?: Format) => {
    const own = format === 'binary' ? undefined : PARSERS.get(oid);
    return own ?? types.getTypeParser(oid, format);
  },
};

function toSafeNumber(text: string): number {
  const value = Number(text);
  if (Number.isSafeInteger(value)) return value;
  throw new RangeError(`the database gave ${text}, which a number cannot hold exactly`);
}

/** Our queries return one level only: `{1,2,NULL}`. */
function toSafeNumbers(text: string): (number | null)[] {
  if (text === '{}') return [];
  const items = text.slice(1, -1).split(',');
  return items.map((item) => (item === 'NULL' ? null : toSafeNumber(item)));
}
