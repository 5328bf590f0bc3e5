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
/** Rows of an export in memory at a time. */
const BATCH = 1_000;
/** Concurrent exports: each keeps the database busy until its reader has received everything. */
const EXPORTS = { each: 2, all: 8 };

/** Dependencies of the activity; `zone` is the server zone, in which days begin. */
export interface FaxActivityDeps {
  database: Database;
  access: AccessLog;
  zone: string;
}

/** The filter of an export: a range of days, both inclusive. */
export type ExportFilter = ActivityFilter & { from: string; to: string };

/** Shows and exports who did what with the faxes of an account. Reading it is recorded as an entry, too. */
export class FaxActivity {
  readonly #deps: FaxActivityDeps;
  readonly #exports = new ConcurrencyLimit<AccountId>(EXPORTS);

  constructor(deps: FaxActivityDeps) {
    this.#deps = deps;
  }

  /** Returns a page, newest first. */
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

  /** Returns the newest entries, or those older than `before`, to a program; reading them is recorded as well. */
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

  /** Records that the opened fax is printed. Throws NOT_FOUND for a fax that the caller may not see. */
  async printed(by: Accessor, account: AccountId, fid: number): Promise<void> {
    const { database, access } = this.#deps;
    if (!(await isFaxOf(database.db, account, fid))) throw new AppError('NOT_FOUND');
    await access.write(by, { accountId: account, faxIds: [fid], kind: 'print' });
  }

  /**
   * Exports the entries of a range as CSV with a hash chain, together with the account's number. Throws DATE_ORDER,
   * RANGE_TOO_LONG, TOO_MANY_REQUESTS if the account already has too many exports running, and UNAVAILABLE if all
   * accounts together have.
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
    // To check a file, compare its last line with this row, which the keyed chain of the audit protects.
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

/** Returns the actor as the wire names it. */
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
