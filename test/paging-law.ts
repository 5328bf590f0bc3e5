import * as fc from 'fast-check';
import { expect } from 'vitest';

/** The rows of a page, and the list's total. */
export interface Page {
  ids: string[];
  total: number;
}

/** A paged list of the product: how to fill it and read it, and its whole content. */
interface PagedList<Row, Asked> {
  rows: fc.Arbitrary<Row>;
  /** Its orders, filters and searches. */
  asked: fc.Arbitrary<Asked>;
  /** Removes the existing rows and adds these. */
  fill: (rows: readonly Row[]) => Promise<void>;
  /** Returns the ids of the whole list without the list's own code: from database rows, filtered and sorted here. */
  whole: (asked: Asked) => Promise<string[]>;
  read: (asked: Asked, start: number, size: number) => Promise<Page>;
  /**
   * Set for the console's lists, whose total is only the known rows: those up to this page, plus one if there are more.
   */
  knowsOneMore?: true;
}

/** Returns the list unchanged, with types inferred from its arbitraries. */
export function pagedList<Row, Asked>(list: PagedList<Row, Asked>): PagedList<Row, Asked> {
  return list;
}

/** Reads a page; a broken one proves that the law detects errors. */
type Read<Asked> = PagedList<unknown, Asked>['read'];

/** For any content and page size, the pages joined together are the list: each row once, in its order. */
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
      // One page more than the list has.
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

/** One key of a sort order. */
interface OrderBy<Row> {
  of: (row: Row) => Key;
  dir: 'asc' | 'desc';
}

/** Returns the ids in order: by the keys, text by its bytes, missing values last; rows with equal keys by their ids. */
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
