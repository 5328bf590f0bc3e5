import { AppError } from './app-error.ts';

/** A page of rows, and whether others follow. */
export interface Rows<Row> {
  rows: readonly Row[];
  more: boolean;
}

/** The rows of a page out of a read of one more than it holds. */
export function pageOf<Row>(read: readonly Row[], limit: number): Rows<Row> {
  return { rows: read.slice(0, limit), more: read.length > limit };
}

/** A list as the public API answers it; `placeOf` says behind what the next page begins. */
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

/** A list that is always answered whole. */
export function wholeList<Item>(data: Item[]) {
  return { object: 'list' as const, data, has_more: false, next: null };
}

/** The id behind which a page begins; undefined for the first page. Throws VALIDATION. */
export function idBehind(after: string | undefined): number | undefined {
  const place = placeBehind(after, /^[1-9]\d{0,14}$/u);
  return place === undefined ? undefined : Number(place);
}

/** The same for places of another form. */
export function placeBehind(after: string | undefined, form: RegExp): string | undefined {
  if (after === undefined) return undefined;
  const written = Buffer.from(after, 'base64url').toString();
  if (!written.startsWith('p') || !form.test(written.slice(1)))
    throw new AppError('VALIDATION', { fields: { after: 'INVALID' } });
  return written.slice(1);
}
