import type { BodyOf } from '#contract/kit/call.ts';
import type { FaxAction, faxRotate, FaxRow } from '#contract/mailbox/inbox.ts';
import { FAX_TABLE } from '#contract/mailbox/inbox.ts';
import { flag } from '#contract/kit/flags.ts';
import { parseTableQuery } from '#contract/kit/table-query.ts';
import { formatWireTime } from '#contract/kit/wire.ts';
import { withoutCallLimit } from '#engine/database/port.ts';
import type { Database } from '#engine/database/port.ts';
import { failureOf } from '#server/kit/fax-failure.ts';
import { AppError } from '#server/kit/app-error.ts';
import { onlyPerson } from '#server/kit/own-work.store.ts';
import { TOO_LONG } from '#server/kit/query-string.ts';
import { byAccount } from '#server/kit/scope.ts';
import type { AccountId, Caller, AccountCaller } from '#server/kit/scope.ts';

import { writeAudit } from '#server/features/audit/log/audit.service.ts';
import { applyAction, lockFaxes, turnFax } from './fax-actions.store.ts';
import type { Turned } from './fax-actions.store.ts';
import { findStoredByKey, repairPages } from './fax-documents.store.ts';
import type { StoredFax } from './fax-documents.store.ts';
import { listFaxes } from './fax-list.store.ts';
import type { FaxRecord } from './fax-rows.store.ts';
import { scopeOf } from './fax-scope.ts';
import type { PageFiles } from './page-files.ts';
import type { SearchColumn } from './search-terms.ts';

/** The format of a fax path; anything else is not even looked up (A-TENANT-10). */
const PATH_KEY = /^[A-Za-z0-9_-]{16,64}$/;

/** Dependencies. `zone` is the server zone for times on the wire; deleted faxes stay for `deletedDays`. */
export interface InboxDeps {
  database: Database;
  pages: PageFiles;
  zone: string;
  deletedDays: number;
}

/** A page of the list in wire format. */
export interface FaxListReply {
  draw: number;
  recordsTotal: number;
  recordsFiltered: number;
  data: FaxRow[];
}

/** The faxes of an account: lists, actions, rotation (spec http-api 3.1, 4.1, 4.2, 4.5). */
export class InboxService {
  readonly #deps: InboxDeps;

  constructor(deps: InboxDeps) {
    this.#deps = deps;
  }

  /** Returns the page that a table query requests. Throws UNKNOWN_COLUMN or BAD_REQUEST for an invalid query. */
  async list(
    account: AccountId,
    pairs: Readonly<Record<string, string | readonly string[]>>,
  ): Promise<FaxListReply> {
    if (Object.hasOwn(pairs, TOO_LONG)) throw new AppError('BAD_REQUEST');
    const parsed = parseTableQuery(pairs, FAX_TABLE);
    if (parsed.kind === 'bad') throw new AppError(parsed.error);
    const { draw, start, length, sort, search, searchIn, filters } = parsed.query;
    const { deletedDays } = this.#deps;
    const asked = scopeOf(filters, deletedDays);
    const personId = onlyPerson();
    const scope = asked && (personId === null ? asked : { ...asked, personId });
    if (!scope) return { draw, recordsTotal: 0, recordsFiltered: 0, data: [] };
    if (scope.deletedDays === undefined && sort.some((order) => order.by === 'deleted_at'))
      throw new AppError('UNKNOWN_COLUMN');
    const wanted = { scope, sort, start, length, words: search, columns: searchIn as SearchColumn[] };
    const read = async () => await listFaxes(this.#deps.database, account, wanted);
    // A search may read a million rows; the plain list is polled by every client.
    const list = await (search.length === 0 ? read() : withoutCallLimit(read));
    return {
      draw,
      recordsTotal: list.total,
      recordsFiltered: list.filtered,
      data: list.rows.map((row) => toRow(row, this.#deps)),
    };
  }

  /** Acts on own faxes. Returns how many there were and which ones changed. Idempotent (spec http-api 4.1). */
  async act(
    caller: AccountCaller,
    action: FaxAction,
    ids: readonly number[],
  ): Promise<{ affected: number; changed: string[] }> {
    return await this.#deps.database.transaction(async (tx) => {
      const own = await lockFaxes(tx, caller.accountId, action, ids, this.#deps.deletedDays);
      if (own.length === 0) throw new AppError('NOT_FOUND');
      const changed = await applyAction(tx, caller.accountId, action, own);
      await writeAudit(tx, {
        ...byAccount(caller),
        action: `fax.${action.replace('_', '-')}`,
        detail: { faxes: own },
      });
      return { affected: own.length, changed: changed.map(String) };
    });
  }

  /** Rotates a received fax's view, or one page's, and stores it. The document never changes (spec http-api 4.2). */
  async rotate(caller: Caller, { fid, inbox, direction, page }: BodyOf<typeof faxRotate>) {
    return await this.#deps.database.transaction(async (tx) => {
      const how = { by: direction === 'left' ? 270 : 90, page } as const;
      const turned = await turnFax(tx, caller.accountId, fid, how);
      if (turned === undefined) throw new AppError('NOT_FOUND');
      if (turned === 'sent' || inbox !== 1) throw new AppError('ROTATE_RECEIVED_ONLY');
      const view = turnsOut(turned);
      await writeAudit(tx, {
        ...byAccount(caller),
        action: 'fax.rotate',
        object: String(fid),
        detail: { direction, page: page ?? null, ...view },
      });
      return view;
    });
  }

  /** Counts the pages of the stored documents, in the order of `keys`; repairs rows that differ (spec http-api 4.5). */
  async trueCounts(caller: Caller, keys: readonly string[]): Promise<number[]> {
    const known = [...new Set(keys)].filter((key) => PATH_KEY.test(key));
    const faxes = await findStoredByKey(
      this.#deps.database.db,
      caller.accountId,
      known,
      this.#deps.deletedDays,
    );
    const counts = new Map<string, number>();
    for (const fax of faxes) {
      const pages = await this.#deps.pages.countPages(fax);
      counts.set(fax.path_key, pages);
      if (pages > 0 && (pages !== fax.pages || pages !== fax.document_pages))
        await this.#repair(caller, fax, pages);
    }
    return keys.map((key) => counts.get(key) ?? 0);
  }

  async #repair(caller: Caller, fax: StoredFax, pages: number): Promise<void> {
    await this.#deps.database.transaction(async (tx) => {
      const repaired = await repairPages(tx, caller.accountId, fax, pages);
      if (repaired)
        await writeAudit(tx, {
          ...byAccount(caller),
          action: 'fax.repair-pages',
          object: String(fax.id),
          detail: { from: fax.pages, to: pages },
        });
    });
  }
}

/** Converts a fax to a list row: times are in the server zone, and deleted faxes have the time when they are erased. */
export function toRow(
  row: FaxRecord,
  { zone, deletedDays }: Pick<InboxDeps, 'zone' | 'deletedDays'>,
): FaxRow {
  return {
    fax_id: String(row.id),
    fax_path: row.path_key,
    fax_pages: row.pages,
    fax_size: row.bytes,
    fax_date: formatWireTime(row.fax_at, zone),
    fax_from: row.other_number,
    sender: row.contact_person || row.sender,
    from_company: row.company || (row.contact_company ?? ''),
    to_person: row.to_person,
    is_new: flag(row.is_new),
    is_inbox: row.action === 'R' ? 1 : 0,
    action: row.action,
    status: row.status,
    ...turnsOut(row),
    contact_info:
      row.contact_id === null
        ? null
        : {
            cid: String(row.contact_id),
            to_person: row.contact_person ?? '',
            company: row.contact_company ?? '',
          },
    ...(row.by_email && { origin: 'email' as const }),
    ...(row.is_test && { test: true as const }),
    ...(row.fault !== null && { readable: row.pages > 0 ? ('PARTLY' as const) : ('NONE' as const) }),
    ...failureOf(row),
    ...(row.whole_id !== null && { whole_fax: linked(row.whole_id, row.whole_at, zone) }),
    ...(row.cut_off_id !== null && { cut_off_fax: linked(row.cut_off_id, row.cut_off_at, zone) }),
    ...(row.part_count !== null && {
      split: row.part_number === null ? ('whole' as const) : ('part' as const),
    }),
    ...(row.work !== null && { work: row.work }),
    ...(row.deleted_at !== null && deletion(row, row.deleted_at, { zone, deletedDays })),
  };
}

const DAY_MS = 86_400_000;

function deletion(
  row: FaxRecord,
  at: Date,
  { zone, deletedDays }: Pick<InboxDeps, 'zone' | 'deletedDays'>,
): Pick<FaxRow, 'deleted_at' | 'erased_at' | 'deleted_from'> {
  const until = new Date(at.getTime() + deletedDays * DAY_MS);
  const unfiled = row.action === 'R' ? 'Inbox' : 'Sent';
  return {
    deleted_at: formatWireTime(at, zone),
    erased_at: formatWireTime(until, zone),
    deleted_from: row.archived ? 'Archive' : unfiled,
  };
}

/** Returns the rotation for lists and `faxRotate`; single pages only if one differs. */
function turnsOut({ rotation, page_turns }: Turned): Pick<FaxRow, 'rotation' | 'page_turns'> {
  return { rotation, ...(page_turns.length > 0 && { page_turns }) };
}

function linked(id: number, at: Date | null, zone: string) {
  return { fax_id: String(id), fax_date: formatWireTime(at ?? new Date(0), zone) };
}
