import { types } from 'pg';
import type { CustomTypesConfig } from 'pg';

type Parse = (text: string) => unknown;
type Oid = Parameters<typeof types.getTypeParser>[0];
type Format = Parameters<CustomTypesConfig['getTypeParser']>[1];

/** bigint[] has no name in the driver's list; the number comes from the catalogue pg_type and never changes. */
const INT8_ARRAY = 1016;

const PARSERS = new Map<number, Parse>([
  [types.builtins.INT8, toSafeNumber],
  [INT8_ARRAY, toSafeNumbers],
  [types.builtins.DATE, (text) => text],
]);

/**
 * How values of our pools arrive. Set on the pools alone: the job queue and others share the driver and its defaults.
 * bigint becomes a number (our ids and sums stay far below 2^53), date stays text (a Date would move it to the
 * server's zone and so, for half of the world, to the day before).
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

/** One level is all our queries make: `{1,2,NULL}`. */
function toSafeNumbers(text: string): (number | null)[] {
  if (text === '{}') return [];
  const items = text.slice(1, -1).split(',');
  return items.map((item) => (item === 'NULL' ? null : toSafeNumber(item)));
}
