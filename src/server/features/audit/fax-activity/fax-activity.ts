import { finished, Readable } from 'node:stream';

import { ACTIVITY_SHOWN } from '#contract/audit/fax-activity.ts';
import type { ActivityEntry } from '#contract/audit/fax-activity.ts';
import { formatWireTime } from '#contract/kit/wire.ts';
import { MAX_RANGE_DAYS } from '#contract/customers/usage-range.ts';
import type { Database } from '#engine/database/port.ts';
import { writeAudit } from '#server/features/audit/log/audit.service.ts';
import { ConcurrencyLimit } from '#server/kit/concurrency-limit.ts';
import { AppError } from '#server/kit/app-error.ts';
import { pageOf } from '#server/kit/list-page.ts';
import type { Rows } from '#server/kit/list-page.ts';
import type { AccountId } from '#server/kit/scope.ts';
import { ownNumber } from '#server/kit/own-number.store.ts';

import type { Accessor } from './access.ts';
import type { AccessLog } from './access-log.ts';
import { ACTIVITY_HEADINGS, ChainedCsv } from './activity-csv.ts';
import { countActivity, isFaxOf, listActivity, readActivity } from './fax-activity.store.ts';
import type { ActivityFilter, ActivityRow } from './fax-activity.store.ts';

const MS_A_DAY = 24 * 60 * 60 * 1000;
/** Rows of an export that are in memory at once. */
const BATCH = 1_000;
/** Exports side by side: each keeps the database busy until its reader has it all. */
const EXPORTS = { each: 2, all: 8 };

/** What showing the activity needs; `zone` is the server zone, in which days begin. */
export interface FaxActivityDeps {
  database: Database;
  access: AccessLog;
  zone: string;
}

/** An export: a range of days, both included. */
export type ExportFilter = ActivityFilter & { from: string; to: string };

/** Who did what with the faxes of an account: pages of it and exports. Whoever reads it is an entry, too. */
export class FaxActivity {
  readonly #deps: FaxActivityDeps;
  readonly #exports = new ConcurrencyLimit<AccountId>(EXPORTS);

  constructor(deps: FaxActivityDeps) {
    this.#deps = deps;
  }

  /** A page, the newest first. */
  async list(
    by: Accessor,
    account: AccountId,
    filter: ActivityFilter,
    page: { offset: number; limit: number },
  ): Promise<{ rows: ActivityEntry[]; total: number }> {
    const { database, access, zone } = this.#deps;
    await access.note(by, logOf(account, filter));
    const offset = Math.min(page.offset, ACTIVITY_SHOWN);
    const limit = Math.min(page.limit, ACTIVITY_SHOWN - offset);
    const [rows, total] = await Promise.all([
      listActivity(database.db, account, filter, { zone, offset, limit }),
      countActivity(database.db, account, filter, { zone, most: ACTIVITY_SHOWN }),
    ]);
    return { rows: rows.map((row) => entryOf(row, zone)), total };
  }

  /** The newest entries, or those behind `before`, for a program; reading them is an entry as well. */
  async page(
    by: Accessor,
    account: AccountId,
    filter: ActivityFilter,
    limit: number,
  ): Promise<Rows<ActivityRow>> {
    const { database, access, zone } = this.#deps;
    await access.note(by, logOf(account, filter));
    const read = await listActivity(database.db, account, filter, { zone, offset: 0, limit: limit + 1 });
    return pageOf(read, limit);
  }

  /** The opened fax goes to a printer. Throws NOT_FOUND for a fax of somebody else. */
  async printed(by: Accessor, account: AccountId, fid: number): Promise<void> {
    const { database, access } = this.#deps;
    if (!(await isFaxOf(database.db, account, fid))) throw new AppError('NOT_FOUND');
    await access.write(by, { accountId: account, faxIds: [fid], kind: 'print' });
  }

  /**
   * The entries of a range as CSV with a hash chain, and the account's number. Throws DATE_ORDER, RANGE_TOO_LONG, and
   * TOO_MANY_REQUESTS while others of the account are made.
   */
  async export(
    by: Accessor,
    account: AccountId,
    filter: ExportFilter,
  ): Promise<{ number: string; csv: Readable }> {
    checkRange(filter);
    const leave = this.#exports.enter(account);
    try {
      const { database, access } = this.#deps;
      await access.flush();
      await access.write(by, { ...logOf(account, filter), form: 'csv' });
      const number = await ownNumber(database.db, account);
      const pieces = this.#pieces(by, account, filter, number);
      const csv = Readable.from(pieces, { objectMode: true, highWaterMark: 1 });
      finished(csv, leave);
      return { number, csv };
    } catch (error) {
      leave();
      throw error;
    }
  }

  async *#pieces(
    by: Accessor,
    account: AccountId,
    filter: ExportFilter,
    number: string,
  ): AsyncIterable<string> {
    const { database, zone } = this.#deps;
    const csv = new ChainedCsv();
    const only = [filter.fid === undefined ? 'all faxes' : `fax ${filter.fid}`, filter.kind ?? 'all kinds'];
    const head = ['Activity', number, `account ${account}`, filter.from, filter.to, ...only];
    yield csv.line([...head, `exported ${formatWireTime(new Date(), zone)}`]) + csv.line(ACTIVITY_HEADINGS);
    for (let after = 0; ;) {
      const rows = await readActivity(database.db, account, filter, { zone, after, limit: BATCH });
      yield rows.map((row) => csv.line(cellsOf(entryOf(row, zone)))).join('');
      const last = rows.at(-1);
      if (last === undefined || rows.length < BATCH) break;
      after = last.id;
    }
    const end = csv.line(['End', `${csv.lines - 2} entries`]);
    // Whoever doubts a file compares its last line with this row, which the keyed chain of the audit protects.
    await writeAudit(database.db, {
      actor: by.actor,
      accountId: account,
      action: 'activity.exported',
      object: `account/${account}`,
      detail: { from: filter.from, to: filter.to, lines: csv.lines, sha256: csv.hash },
      address: by.address,
    });
    yield end;
  }
}

function logOf(accountId: AccountId, { fid }: ActivityFilter) {
  return { accountId, faxIds: fid === undefined ? [] : [fid], kind: 'log' as const };
}

function checkRange({ from, to }: ExportFilter): void {
  if (from > to) throw new AppError('DATE_ORDER');
  if ((Date.parse(to) - Date.parse(from)) / MS_A_DAY >= MAX_RANGE_DAYS) throw new AppError('RANGE_TOO_LONG');
}

const BY = { account: 'account', parent: 'administrator', operator: 'operator' } as const;

/** Who it was, by the words of the wire. */
export function whoOf({ actorKind, kind }: Pick<ActivityRow, 'actorKind' | 'kind'>): ActivityEntry['by'] {
  if (actorKind !== 'system') return BY[actorKind];
  return kind === 'copy' ? 'storage' : 'recipient';
}

function entryOf(row: ActivityRow, zone: string): ActivityEntry {
  const { id, at, kind, form, name, faxId, party, number, address, device } = row;
  return {
    id: String(id),
    at: formatWireTime(at, zone),
    kind,
    form,
    by: whoOf(row),
    name,
    fid: faxId === null ? '' : String(faxId),
    party: party ?? '',
    number: number ?? '',
    address,
    device,
  };
}

function cellsOf(entry: ActivityEntry): string[] {
  const { at, kind, form, by, name, fid, party, number, address, device } = entry;
  return [at, kind, form, by, name, fid, party, number, address, device];
}
