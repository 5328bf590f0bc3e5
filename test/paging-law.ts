import * as fc from 'fast-check';
import { expect } from 'vitest';

/** Rows of a page, and how many the list says there are. */
export interface Page {
  ids: string[];
  total: number;
}

/** A paged list of the product: how it is filled, asked, and what all of it is. */
interface PagedList<Row, Asked> {
  rows: fc.Arbitrary<Row>;
  /** Orders, filters and searches that it takes. */
  asked: fc.Arbitrary<Asked>;
  /** Removes what is there and adds these rows. */
  fill: (rows: readonly Row[]) => Promise<void>;
  /** Ids of the whole list, found without the list's own code: from rows of the database, filtered and sorted here. */
  whole: (asked: Asked) => Promise<string[]>;
  read: (asked: Asked, start: number, size: number) => Promise<Page>;
  /** Lists of the console know one row more than they show, not how many there are. */
  knowsOneMore?: true;
}

/** A list as it is written down: types come from its arbitraries. */
export function pagedList<Row, Asked>(list: PagedList<Row, Asked>): PagedList<Row, Asked> {
  return list;
}

/** How a page is asked for; a broken one shows that the law notices. */
type Read<Asked> = PagedList<unknown, Asked>['read'];

/** Whatever the list holds and however long its pages are: one after the other they are the list, each row once, in its order. */
export function pagesAreTheList<Row, Asked>(
  list: PagedList<Row, Asked>,
  read: Read<Asked> = list.read,
): fc.IAsyncProperty<[Row[], Asked, number]> {
  const size = fc.integer({ min: 1, max: 9 });
  return fc.asyncProperty(
    fc.array(list.rows, { maxLength: 24 }),
    list.asked,
    size,
    async (rows, asked, most) => {
      await list.fill(rows);
      const whole = await list.whole(asked);
      const seen: string[] = [];
      // One page more than there are.
      for (let start = 0; start < whole.length + most; start += most) {
        const { ids, total } = await read(asked, start, most);
        expect(ids.length).toBeLessThanOrEqual(most);
        expect(total).toBe(
          list.knowsOneMore ? start + Math.max(0, Math.min(most + 1, whole.length - start)) : whole.length,
        );
        seen.push(...ids);
      }
      expect(seen).toEqual(whole);
    },
  );
}

type Key = string | number | null;

/** One key of an order. */
interface OrderBy<Row> {
  of: (row: Row) => Key;
  dir: 'asc' | 'desc';
}

/** Ids in order: by the keys, text by its bytes, what is missing last; rows that are equal in all of them by their ids. */
export function idsInOrder<Row extends { id: number }>(
  rows: readonly Row[],
  keys: readonly OrderBy<Row>[],
  idDir: 'asc' | 'desc',
): string[] {
  const all: OrderBy<Row>[] = [...keys, { of: ({ id }) => id, dir: idDir }];
  const compared = (a: Row, b: Row) => {
    for (const { of, dir } of all) {
      const difference = compareKeys(of(a), of(b), dir);
      if (difference !== 0) return difference;
    }
    return 0;
  };
  return rows.toSorted(compared).map(({ id }) => String(id));
}

function compareKeys(a: Key, b: Key, dir: 'asc' | 'desc'): number {
  if (a === b) return 0;
  if (a === null || b === null) return a === null ? 1 : -1;
  const difference =
    typeof a === 'string' ? Buffer.compare(Buffer.from(a), Buffer.from(String(b))) : a - Number(b);
  return dir === 'asc' ? difference : -difference;
}
