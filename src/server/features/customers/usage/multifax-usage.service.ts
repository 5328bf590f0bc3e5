import { Readable, finished } from 'node:stream';
import type { z } from 'zod';

import { formatWireTime } from '#contract/kit/wire.ts';
import { EXPORT_HEADING, exportLine } from '#contract/customers/usage.ts';
import { MAX_RANGE_DAYS } from '#contract/customers/usage-range.ts';
import type { faxUsage, usageDays } from '#contract/customers/usage.ts';
import type { Database } from '#engine/database/port.ts';
import { ConcurrencyLimit } from '#server/kit/concurrency-limit.ts';
import { AppError } from '#server/kit/app-error.ts';
import type { AdministratorId } from '#server/kit/scope.ts';

import { usageDetails } from './usage-details.ts';
import { listDays, listUsage, readThrough, rollUp } from './usage.store.ts';
import type { DayRange } from './usage.store.ts';

const MS_A_DAY = 24 * 60 * 60 * 1000;
/**
 * Concurrent exports of one administrator, and of all: each keeps the database busy until its reader has received
 * everything.
 */
const EXPORTS = { each: 2, all: 8 };

type Page = Parameters<typeof listUsage>[3];

/**
 * Shows the usage of an administrator's accounts: totals and days from the daily roll-up, faxes up to its time (spec
 * http-api 8.11).
 */
export class MultifaxUsage {
  readonly #database: Database;
  readonly #zone: string;
  readonly #exports = new ConcurrencyLimit<AdministratorId>(EXPORTS);

  /** `zone` is the server zone, in which days begin. */
  constructor({ database, zone }: { database: Database; zone: string }) {
    this.#database = database;
    this.#zone = zone;
  }

  async list(parent: AdministratorId, range: DayRange, page: Page): Promise<z.output<typeof faxUsage.reply>> {
    checkRange(range);
    const { db } = this.#database;
    const [{ rows, accounts, pages }, through] = await Promise.all([
      listUsage(db, parent, range, page),
      readThrough(db),
    ]);
    return {
      accountList: rows.map(({ id, number, email, sent, received }) => ({
        uid: String(id),
        faxnumber: number,
        email,
        total: sent + received,
        sent,
        received,
      })),
      total: accounts,
      details: [],
      through: this.#written(through),
      pages,
    };
  }

  async days(parent: AdministratorId, range: DayRange): Promise<z.output<typeof usageDays.reply>> {
    checkRange(range);
    const { db } = this.#database;
    return { days: await listDays(db, parent, range), through: this.#written(await readThrough(db)) };
  }

  /** Returns the detailed export as pieces of one JSON document. Refusals are thrown before the first piece. */
  async json(parent: AdministratorId, range: DayRange): Promise<AsyncIterable<string>> {
    const { accountList, details, ...head } = await this.list(parent, range, {
      sort: 'faxnumber',
      order: 'asc',
      offset: 0,
      limit: 1,
    });
    const opening = JSON.stringify({ ...head, accountList: accountList.slice(1), details }).slice(0, -2);
    return this.#exported(parent, range, {
      opening,
      batch: (rows, first) => (first ? '' : ',') + rows.map((row) => JSON.stringify(row)).join(','),
      closing: ']}',
    });
  }

  /** Returns the detailed export as a text file (spec http-api 12.16). */
  text(parent: AdministratorId, range: DayRange): AsyncIterable<string> {
    checkRange(range);
    return this.#exported(parent, range, {
      opening: EXPORT_HEADING,
      batch: (rows) => rows.map(exportLine).join(''),
      closing: '',
    });
  }

  /**
   * Makes everything counted so far visible; returns the time (spec operation 7). `day` (YYYY-MM-DD) includes an older
   * day whose counts were repaired after its roll-up.
   */
  async rollUp(day?: string): Promise<Date> {
    return await this.#database.transaction(async (tx) => await rollUp(tx, this.#zone, day));
  }

  /** Returns the time up to which usage is shown; null before the first roll-up. */
  async through(): Promise<Date | null> {
    return await readThrough(this.#database.db);
  }

  #exported(parent: AdministratorId, range: DayRange, form: ExportForm): AsyncIterable<string> {
    const leave = this.#exports.enter(parent);
    const batches = usageDetails({ database: this.#database, zone: this.#zone }, parent, range);
    const file = Readable.from(pieces(batches, form));
    // Also if the reader disconnects before the first piece.
    finished(file, leave);
    return file;
  }

  #written(through: Date | null): string | null {
    return through && formatWireTime(through, this.#zone);
  }
}

type Batches = ReturnType<typeof usageDetails>;
type Batch = Batches extends AsyncGenerator<infer Rows> ? Rows : never;

/** The format of an export. */
interface ExportForm {
  opening: string;
  batch: (rows: Batch, first: boolean) => string;
  closing: string;
}

async function* pieces(batches: Batches, form: ExportForm): AsyncGenerator<string> {
  yield form.opening;
  let first = true;
  for await (const rows of batches) {
    yield form.batch(rows, first);
    first = false;
  }
  yield form.closing;
}

/** Checks a range. Throws DATE_ORDER, which names the field of the last day, and RANGE_TOO_LONG. */
export function checkRange({ from, to }: DayRange, last = 'endDate'): void {
  if (from > to) throw new AppError('DATE_ORDER', { fields: { [last]: 'DATE_ORDER' } });
  if ((Date.parse(to) - Date.parse(from)) / MS_A_DAY >= MAX_RANGE_DAYS)
    throw new AppError('RANGE_TOO_LONG', { params: { days: MAX_RANGE_DAYS } });
}
