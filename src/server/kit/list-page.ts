import { AppError } from './app-error.ts';

/** A page of rows, and whether more follow. */
export interface Rows<Row> {
  rows: readonly Row[];
  more: boolean;
}

/** Returns a page of rows from a query that read one row more than the page holds. */
export function pageOf<Row>(read: readonly Row[], limit: number): Rows<Row> {
  return { rows: read.slice(0, limit), more: read.length > limit };
}

/** Returns a list in the form of the public API; `placeOf` returns the position after which the next page begins. */
export function listOnWire<Row, Item>(
  { rows, more }: Rows<Row>,
  onWire: (row: Row) => Item,
  placeOf: (row: Row) => string | number,
) {
  const last = rows.at(-1);
  return {
    object: 'list' as const,
    data: rows.map(onWire),
    has_more: more,
    next: more && last !== undefined ? Buffer.from(`p${placeOf(last)}`).toString('base64url') : null,
  };
}

/** Returns a list that is always sent whole. */
export function wholeList<Item>(data: Item[]) {
  return { object: 'list' as const, data, has_more: false, next: null };
}

/** Returns the id after which a page begins; undefined for the first page. Throws VALIDATION. */
export function idBehind(after: string | undefined): number | undefined {
  const place = placeBehind(after, /^[1-9]\d{0,14}$/u);
  return place === undefined ? undefined : Number(place);
}

/** Like `idBehind`, for positions of another form. */
export function placeBehind(after: string | undefined, form: RegExp): string | undefined {
  if (after === undefined) return undefined;
  const written = Buffer.from(after, 'base64url').toString();
  if (!written.startsWith('p') || !form.test(written.slice(1)))
    throw new AppError('VALIDATION', { fields: { after: 'INVALID' } });
  return written.slice(1);
}
