/**
 * Held, shared, as long as a snapshot is open: who removes files that rows refer to asks for it alone first, and comes
 * back later when it is taken.
 */
export const SNAPSHOT_LOCK = 7_032_553;

/**
 * A table that is there, beside the rows, until a restore is completed: the schema changes of no start go past it, so
 * that nothing works on half an installation.
 */
export const RESTORE_MARK = 'restore_unfinished';

/** A table as it is copied: its own columns, without those that the database works out itself. */
export interface TableShape {
  name: string;
  columns: string[];
}

/** Where a sequence stands. */
export interface SequencePlace {
  name: string;
  /** A bigint, as text. */
  value: string;
  called: boolean;
}

/** The whole database as it was at one moment, whatever is written meanwhile. */
export interface Snapshot {
  /** That moment, by the database's clock. */
  takenAt: Date;
  /** Names of the applied schema changes, in their order. */
  migrations: string[];
  /** Every table of ours, those that others refer to first. */
  tables: TableShape[];
  sequences: SequencePlace[];
  /** The rows of a table in PostgreSQL's COPY text format, in pieces that end where a row ends. */
  copyOut(table: TableShape): AsyncIterable<Buffer>;
  /** No more rows are needed: a transaction that stays open for hours keeps every dead row of the database. */
  endReading(): Promise<void>;
  /** Throws when the connection is lost, and SNAPSHOT_LOCK with it. */
  requireLock(): Promise<void>;
  close(): Promise<void>;
}

/** What is loaded: the shapes first, then rows of one table after the other. */
export interface DatabaseContent {
  migrations: readonly string[];
  tables: readonly TableShape[];
  sequences: readonly SequencePlace[];
  /** The rows of every table that has any, in the order of `tables`. */
  rows: AsyncIterable<{ table: string; piece: Buffer }>;
}

/** Copies out of the database and into an empty one; how, the engine knows. */
export interface DatabaseCopy {
  openSnapshot(): Promise<Snapshot>;
  /** Whether there is nothing of ours in the database yet. */
  isEmpty(): Promise<boolean>;
  /**
   * Makes the schema as it was, fills it, then brings it up to date; all rows or none, and RESTORE_MARK with them, which
   * the caller removes when everything is in its place. Throws DatabaseRefusal when the
   * content comes from a newer version, or from tables that this one does not know.
   */
  load(content: DatabaseContent): Promise<void>;
}
