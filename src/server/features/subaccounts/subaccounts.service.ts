import type { z } from 'zod';

import { formatFaxNumber } from '#contract/kit/fax-number.ts';
import { flag } from '#contract/kit/flags.ts';
import { MAX_SUBACCOUNTS } from '#contract/subaccounts.ts';
import type { subaccounts } from '#contract/subaccounts.ts';
import type { Database, Db } from '#engine/database/port.ts';
import { hashToken, newToken } from '#engine/secrets/tokens.ts';
import { AppError } from '#server/kit/app-error.ts';
import type { AccountId, ActingOn, AnyCaller } from '#server/kit/scope.ts';

import { writeAudit } from '../audit/audit.service.ts';
import { accountInScope } from '../children/children.service.ts';
import type { QueueMail } from '../mail-out/mail-out.service.ts';
import {
  confirmSubaccount,
  deleteSubaccount,
  insertSubaccount,
  listSubaccounts,
  lockSubaccounts,
  readOwner,
  updateSubaccount,
} from './subaccounts.store.ts';
import type { OwnerRow } from './subaccounts.store.ts';

/** What an address may do; left out means no for a new one and unchanged for another. */
export interface SubaccountWish {
  /** In lower case. */
  email: string;
  receives: boolean | undefined;
  sends: boolean | undefined;
}

/** Addresses besides the owner's that may receive or send the account's faxes (contract 6.1). */
export class SubaccountsService {
  readonly #database: Database;
  readonly #queueMail: QueueMail;

  constructor({ database, queueMail }: { database: Database; queueMail: QueueMail }) {
    this.#database = database;
    this.#queueMail = queueMail;
  }

  /** Whose subaccounts a call is about. Throws NOT_FOUND. */
  async scope(caller: AnyCaller, uid: string): Promise<ActingOn> {
    return await accountInScope(this.#database.db, caller, uid);
  }

  async list(account: AccountId): Promise<z.output<typeof subaccounts.reply>> {
    const rows = await listSubaccounts(this.#database.db, account);
    return rows.map((row) => ({
      Email: row.email,
      ReceiveFaxes: flag(row.receive_faxes),
      SendFaxes: flag(row.send_faxes),
      ...(row.pending && { Pending: flag(true) }),
    }));
  }

  /** Adds an address. Throws SUBACCOUNT_EXISTS or SUBACCOUNT_LIMIT, also when many are added at once (A-SUB-01). */
  async add(acting: ActingOn, { email, receives = false, sends = false }: SubaccountWish): Promise<void> {
    await this.#database.transaction(async (tx) => {
      if (sends) await refuseHealthRecords(tx, acting.accountId);
      await lockSubaccounts(tx, acting.accountId);
      const known = await listSubaccounts(tx, acting.accountId);
      if (known.some((row) => row.email === email))
        throw new AppError('SUBACCOUNT_EXISTS', { fields: { email: 'SUBACCOUNT_EXISTS' } });
      if (known.length >= MAX_SUBACCOUNTS)
        throw new AppError('SUBACCOUNT_LIMIT', { params: { max: MAX_SUBACCOUNTS } });
      const owner = await readOwner(tx, acting.accountId);
      if (!owner) throw new AppError('NOT_FOUND');
      const key = owner.confirm_receivers ? newToken() : null;
      const row = { email, receive_faxes: receives, send_faxes: sends };
      await insertSubaccount(tx, acting.accountId, {
        ...row,
        confirm_hash: key === null ? null : hashToken(key),
      });
      await this.#audit(tx, acting, 'subaccount.add', { email, receives, sends });
      await this.#tell(tx, owner, email, key);
    });
  }

  async change(acting: ActingOn, { email, receives, sends }: SubaccountWish): Promise<void> {
    await this.#database.transaction(async (tx) => {
      if (sends === true) await refuseHealthRecords(tx, acting.accountId);
      const change = {
        ...(receives === undefined ? {} : { receive_faxes: receives }),
        ...(sends === undefined ? {} : { send_faxes: sends }),
      };
      if (!(await updateSubaccount(tx, acting.accountId, email, change))) throw new AppError('NOT_FOUND');
      await this.#audit(tx, acting, 'subaccount.change', { email, ...change });
    });
  }

  async remove(acting: ActingOn, email: string): Promise<void> {
    await this.#database.transaction(async (tx) => {
      if (!(await deleteSubaccount(tx, acting.accountId, email))) throw new AppError('NOT_FOUND');
      await this.#audit(tx, acting, 'subaccount.remove', { email });
    });
  }

  /** Follows the link of a mail that asks an address whether it wants the faxes. Whether somebody waited for it. */
  async confirm(key: string, address: string): Promise<boolean> {
    return await this.#database.transaction(async (tx) => {
      const confirmed = await confirmSubaccount(tx, hashToken(key));
      if (!confirmed) return false;
      await writeAudit(tx, {
        actor: { kind: 'guest' },
        accountId: confirmed.account_id,
        action: 'subaccount.confirm',
        detail: { email: confirmed.email },
        address,
      });
      return true;
    });
  }

  /** Nobody adds an address in silence: it and the owner both learn of it, or it is asked first (A-SUB-02). */
  async #tell(tx: Db, owner: OwnerRow, email: string, key: string | null): Promise<void> {
    for (const to of new Set([email, owner.admin_email]))
      await this.#queueMail(tx, {
        brandId: owner.brand_id,
        to,
        language: owner.language,
        params: { name: formatFaxNumber(owner.fax_number ?? '') ?? '', address: email },
        ...(to === email && key !== null
          ? { template: 'subaccount-confirm', path: `/confirm-address?key=${key}` }
          : { template: 'subaccount-added', path: '/preferences/subaccounts' }),
      });
  }

  async #audit(tx: Db, acting: ActingOn, action: string, detail: object): Promise<void> {
    await writeAudit(tx, {
      actor: acting.actor,
      accountId: acting.accountId,
      action,
      detail,
      address: acting.address,
    });
  }
}

/** Mail is no way for health records: such an account sends nothing by e-mail, whatever the page allows (A-WL-03). */
async function refuseHealthRecords(tx: Db, account: AccountId): Promise<void> {
  const owner = await readOwner(tx, account);
  if (owner?.is_hipaa === true) throw new AppError('HIPAA_NO_EMAIL');
}
