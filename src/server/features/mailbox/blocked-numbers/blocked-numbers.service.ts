import type { z } from 'zod';

import { blockedDigits, MAX_BLOCKED } from '#contract/mailbox/blocked-numbers.ts';
import type { blockedNumbers } from '#contract/mailbox/blocked-numbers.ts';
import { digitsOf } from '#contract/kit/fax-number.ts';
import type { Database, Db } from '#engine/database/port.ts';
import { AppError } from '#server/kit/app-error.ts';
import { byAccount } from '#server/kit/scope.ts';
import type { AccountCaller, AccountId } from '#server/kit/scope.ts';

import { writeAudit } from '#server/features/audit/log/audit.service.ts';
import {
  countBlocked,
  deleteBlocked,
  findBlocked,
  insertBlocked,
  isBlocked,
  listBlocked,
  lockBlocked,
} from './blocked-numbers.store.ts';

/** The digits that identify a subscriber; the country code in front may be present or not (A-BLOCK-01). */
const SUBSCRIBER_DIGITS = 10;

/** The entry that blocks callers who hide their number (A-BLOCK-01). */
const NO_NUMBER = 'anonymous';

/** A caller as a line reports it. */
export interface IncomingCaller {
  /** The caller's number in any format; empty or words if it is hidden. */
  caller: string;
  /** The station id of the other machine (T.30 TSI). */
  stationId: string;
}

/**
 * Whether the account refuses this caller, by the last ten digits or the station id in any case (spec http-api 6.2).
 */
export async function isCallerBlocked(db: Db, account: AccountId, call: IncomingCaller): Promise<boolean> {
  const digits = digitsOf(call.caller);
  const texts = [call.stationId.trim(), digits === '' ? NO_NUMBER : call.caller.trim()];
  return await isBlocked(db, account, {
    digits: blockedDigits(digits).slice(-SUBSCRIBER_DIGITS),
    texts: texts.filter((text) => text !== '').map((text) => text.toLowerCase()),
  });
}

/** Manages the callers from whom an account accepts no faxes (spec http-api 6.2). */
export class BlockedNumbersService {
  readonly #database: Database;

  constructor({ database }: { database: Database }) {
    this.#database = database;
  }

  async list(account: AccountId): Promise<z.output<typeof blockedNumbers.reply>> {
    const rows = await listBlocked(this.#database.db, account);
    return Object.fromEntries(rows.map(({ id, caller, company }) => [id, { callerid: caller, company }]));
  }

  /** Adds an entry and returns its id. Throws NUMBER_EXISTS for the same text or last ten digits, BLOCKED_LIMIT. */
  async add(caller: AccountCaller, entry: string): Promise<number> {
    const { accountId } = caller;
    const digits = blockedDigits(entry);
    return await this.#database.transaction(async (tx) => {
      await lockBlocked(tx, accountId);
      if ((await findBlocked(tx, accountId, entry, digits)) !== undefined)
        throw new AppError('NUMBER_EXISTS', { fields: { faxnum: 'NUMBER_EXISTS' } });
      if ((await countBlocked(tx, accountId)) >= MAX_BLOCKED)
        throw new AppError('BLOCKED_LIMIT', { params: { max: MAX_BLOCKED } });
      const id = await insertBlocked(tx, accountId, entry, digits);
      await this.#audit(tx, caller, 'blocked.add', id, entry);
      return id;
    });
  }

  /** Removes the entry with this text, or else with these digits. Throws NOT_FOUND. */
  async remove(caller: AccountCaller, entry: string): Promise<void> {
    const named = entry.trim();
    await this.#database.transaction(async (tx) => {
      const id = await findBlocked(tx, caller.accountId, named, blockedDigits(named));
      if (id === undefined || !(await deleteBlocked(tx, caller.accountId, id)))
        throw new AppError('NOT_FOUND');
      await this.#audit(tx, caller, 'blocked.remove', id, named);
    });
  }

  async #audit(tx: Db, caller: AccountCaller, action: string, id: number, entry: string): Promise<void> {
    await writeAudit(tx, {
      ...byAccount(caller),
      action,
      object: `blocked/${id}`,
      detail: { entry },
    });
  }
}
