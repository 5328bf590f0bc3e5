import type { z } from 'zod';

import { normalizeNumber } from '#contract/kit/fax-number.ts';
import type { listFaxes } from '#contract/v1/faxes.ts';
import type { Database } from '#engine/database/port.ts';
import type { MailboxView } from '#server/features/customers/administrators/mailbox-view/mailbox-view.service.ts';
import { AppError } from '#server/kit/app-error.ts';
import type { AccountKeyCaller } from '#server/kit/key-caller.ts';
import type { AccountId } from '#server/kit/scope.ts';
import { ownNumber } from '#server/kit/own-number.store.ts';

import { readAttempts } from './fax-attempts.store.ts';
import type { AttemptRow } from './fax-attempts.store.ts';
import { listApiFaxes } from './fax-list.store.ts';
import type { ListFilter, ListPlace } from './fax-list.store.ts';
import { readApiFaxes } from './fax-rows.store.ts';
import type { ApiFaxRow } from './fax-rows.store.ts';

/** How many calls of one fax are listed: the latest ones are enough. */
const ATTEMPTS = 100;

/** Dependencies of reading; deleted faxes are listed for `deletedDays`. */
export interface ApiFaxesDeps {
  database: Database;
  view: Pick<MailboxView, 'look'>;
  deletedDays: number;
}

type ListQuery = z.output<typeof listFaxes.query>;

/** A page of the list. */
export interface FaxPage {
  faxes: ApiFaxRow[];
  /** Where the next page begins; undefined at the end. */
  next: ListPlace | undefined;
}

/** The faxes of an account as programs read them. */
export class ApiFaxes {
  readonly #deps: ApiFaxesDeps;

  constructor(deps: ApiFaxesDeps) {
    this.#deps = deps;
  }

  /** Returns a page, newest first. */
  async list(caller: AccountKeyCaller, query: ListQuery, before: ListPlace | undefined): Promise<FaxPage> {
    const account = await this.#reader(caller);
    const { status, client_ref: clientRef, since, until, limit } = query;
    const filter: ListFilter = {
      sides: await this.#sidesOf(account, query),
      status,
      clientRef,
      since: since === undefined ? undefined : new Date(since),
      until: until === undefined ? undefined : new Date(until),
      deletedDays: query.deleted === 'true' ? this.#deps.deletedDays : undefined,
      before,
      limit: limit + 1,
    };
    const found = await listApiFaxes(this.#deps.database, account, filter);
    const faxes = found.slice(0, limit);
    const last = found.length > limit ? faxes.at(-1) : undefined;
    return { faxes, next: last && { at: last.micros, id: last.id } };
  }

  /** Returns these faxes of the account, in their order. */
  async read(account: AccountId, ids: readonly number[]): Promise<ApiFaxRow[]> {
    return await readApiFaxes(this.#deps.database.db, account, ids);
  }

  /** Returns a fax that this key may see; `opens` if its pages are shown. Throws NOT_FOUND, VIEW_NOT_ALLOWED. */
  async find(caller: AccountKeyCaller, id: number, { opens = false } = {}): Promise<ApiFaxRow> {
    const account = await this.#reader(caller);
    const fax = await this.own(account, id);
    if (opens) await this.#reader(caller, fax.pathKey);
    return fax;
  }

  /** Returns a fax of the account that is not deleted. Throws NOT_FOUND. */
  async own(account: AccountId, id: number): Promise<ApiFaxRow> {
    const [fax] = await this.read(account, [id]);
    if (!fax || fax.gone) throw new AppError('NOT_FOUND');
    return fax;
  }

  /** Returns its latest calls, oldest first. Throws like `find`, and OUTBOUND_ONLY. */
  async attempts(caller: AccountKeyCaller, id: number): Promise<AttemptRow[]> {
    const fax = await this.find(caller, id);
    if (fax.action === 'R') throw new AppError('OUTBOUND_ONLY');
    const attempts = await readAttempts(this.#deps.database.db, caller.accountId, id, ATTEMPTS);
    return attempts.toReversed();
  }

  /**
   * Returns the account whose faxes the key may read: its own, or one whose mailbox its administrator may view, of
   * which the owner is notified. `pathKey` names a fax whose pages are shown. Operators read no faxes. Throws
   * VIEW_NOT_ALLOWED.
   */
  async #reader({ owner, accountId, address }: AccountKeyCaller, pathKey?: string): Promise<AccountId> {
    if (owner.kind === 'account') return accountId;
    if (owner.kind === 'operator') throw new AppError('VIEW_NOT_ALLOWED');
    await this.#deps.view.look({ parentId: owner.id, address }, accountId, pathKey);
    return accountId;
  }

  /** Returns which directions the filters leave, and which numbers of the other party. */
  async #sidesOf(account: AccountId, { direction, to, from }: ListQuery): Promise<ListFilter['sides']> {
    const own =
      to === undefined && from === undefined ? '' : await ownNumber(this.#deps.database.db, account);
    const side = (action: 'R' | 'S', here: string | undefined, there: string | undefined) =>
      here !== undefined && !storedAs(here).includes(own)
        ? []
        : [{ action, ...(there !== undefined && { numbers: storedAs(there) }) }];
    return [
      ...(direction === 'inbound' ? [] : side('S', from, to)),
      ...(direction === 'outbound' ? [] : side('R', to, from)),
    ];
  }
}

/**
 * Returns the forms in which a number may be stored: ten digits for this country, with the international prefix for
 * another.
 */
function storedAs(written: string): string[] {
  const digits = normalizeNumber(written);
  return digits.length === 10 ? [digits] : [digits, `011${digits}`];
}
