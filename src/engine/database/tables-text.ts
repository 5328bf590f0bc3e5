import type { ColumnType, Generated } from 'kysely';

/** Whether the pages of a fax have been read, and the words that were found. */
export interface FaxTextTable {
  account_id: number;
  fax_id: number;
  fax_at: Date;
  state: Generated<'waiting' | 'done'>;
  taken_until: Date | null;
  tries: Generated<number>;
  /** A tsvector, as text. */
  words: string | null;
}

/** The text of a page, with the positions of its words. */
export interface FaxPageTextTable {
  account_id: number;
  fax_id: number;
  page: number;
  failed: Generated<boolean>;
  width: Generated<number>;
  height: Generated<number>;
  turn: Generated<0 | 90 | 180 | 270>;
  text: Generated<string>;
  boxes: Buffer | null;
  barcodes: ColumnType<{ format: string; text: string; box: number[] }[], string | undefined, string>;
}
