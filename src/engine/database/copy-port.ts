/**
 * Advisory lock held, shared, while a snapshot is open: code that removes files referenced by rows first takes it
 * exclusively, and retries later if it is taken.
 */
export const SNAPSHOT_LOCK = 7_032_553;

/**
 * A table that exists, beside the data, until a restore is completed: no startup changes the schema while it exists, so
 * that nothing works on half an installation.
 */
export const RESTORE_MARK = 'restore_unfinished';

/** A table as it is copied: its own columns, without those that the database computes. */
export interface TableShape {
  name: string;
  columns: string[];
}

/** The position of a sequence. */
export interface SequencePlace {
  name: string;
  /** A bigint, as text. */
  value: string;
  called: boolean;
}

/** The whole database as of one moment, regardless of later writes. */
export interface Snapshot {
  /** That moment, by the database's clock. */
  takenAt: Date;
  /** Names of the applied schema changes, in their order. */
  migrations: string[];
  /** Every table of ours, referenced tables first. */
  tables: TableShape[];
  sequences: SequencePlace[];
  /** Yields the rows of a table in PostgreSQL's COPY text format, in pieces that end at the end of a row. */
  copyOut(table: TableShape): AsyncIterable<Buffer>;
  /** No more rows are needed: a transaction that stays open for hours keeps every dead row of the database. */
  endReading(): Promise<void>;
  /** Throws when the connection is lost, and SNAPSHOT_LOCK with it. */
  requireLock(): Promise<void>;
  close(): Promise<void>;
}

/** Content to load: the shapes first, then the rows of one table after another. */
export interface DatabaseContent {
  migrations: readonly string[];
  tables: readonly TableShape[];
  sequences: readonly SequencePlace[];
  /** The rows of every table that has any, in the order of `tables`. */
  rows: AsyncIterable<{ table: string; piece: Buffer }>;
}

/** Copies data out of the database and into an empty one; only the engine needs to know how. */
export interface DatabaseCopy {
  openSnapshot(): Promise<Snapshot>;
  /** Whether the database has no tables yet. */
  isEmpty(): Promise<boolean>;
  /**
   * Creates the schema as it was, fills it, then brings it up to date; either all rows or none are loaded, together
   * with RESTORE_MARK, which the caller removes once everything is in place. Throws DatabaseRefusal if the content
   * comes from a newer version, or from tables unknown to this one.
   */
  load(content: DatabaseContent): Promise<void>;
}
