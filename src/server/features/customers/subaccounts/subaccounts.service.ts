import type { z } from 'zod';

import { formatFaxNumber } from '#contract/kit/fax-number.ts';
import { flag } from '#contract/kit/flags.ts';
import { MAX_SUBACCOUNTS } from '#contract/customers/subaccounts.ts';
import type { subaccounts } from '#contract/customers/subaccounts.ts';
import type { Database, Db } from '#engine/database/port.ts';
import { hashToken, newToken } from '#engine/secrets/tokens.ts';
import { AppError } from '#server/kit/app-error.ts';
import type { AccountId, ActingOn, AnyCaller } from '#server/kit/scope.ts';

import { writeAudit } from '#server/features/audit/log/audit.service.ts';
import { accountInScope } from '#server/kit/managed-account.ts';
import type { NewMail, QueueMail } from '#server/features/email/outgoing/mail-out.service.ts';
import {
  confirmSubaccount,
  deleteSubaccount,
  hasSubaccount,
  insertSubaccount,
  listSubaccounts,
  lockSubaccounts,
  readOwner,
  replaceLink,
  updateSubaccount,
} from './subaccounts.store.ts';
import type { OwnerRow } from './subaccounts.store.ts';

/** The rights of an address; undefined means no for a new address, and unchanged for an existing one. */
export interface SubaccountInput {
  /** The address in lower case. */
  email: string;
  receives: boolean | undefined;
  sends: boolean | undefined;
}

/** Manages addresses besides the owner's that may receive or send the account's faxes (spec http-api 6.1). */
export class SubaccountsService {
  readonly #database: Database;
  readonly #queueMail: QueueMail;

  constructor({ database, queueMail }: { database: Database; queueMail: QueueMail }) {
    this.#database = database;
    this.#queueMail = queueMail;
  }

  /** Returns the account whose subaccounts a call is about. Throws NOT_FOUND. */
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

  /** Adds an address. Throws SUBACCOUNT_EXISTS or SUBACCOUNT_LIMIT, even if many are added at once (A-SUB-01). */
  async add(acting: ActingOn, { email, receives = false, sends = false }: SubaccountInput): Promise<void> {
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
      const key = newToken();
      const hash = hashToken(key);
      const row = { email, receive_faxes: receives, send_faxes: sends };
      await insertSubaccount(tx, acting.accountId, {
        ...row,
        link_hash: hash,
        confirm_hash: owner.confirm_receivers ? hash : null,
      });
      await this.#audit(tx, acting, 'subaccount.add', { email, receives, sends });
      await this.#tellOwner(tx, owner, email);
      await this.#queueMail(tx, { ...confirmationMail(owner, email, key), atLimit: 'refuse' });
    });
  }

  /** Mails an address its link again. Throws NOT_FOUND, ALREADY_CONFIRMED and the limits of such mails. */
  async resendLink(acting: ActingOn, email: string): Promise<void> {
    await this.#database.transaction(async (tx) => {
      if (!(await this.#askAnew(tx, acting.accountId, email, { atLimit: 'refuse' })))
        throw new AppError(
          (await hasSubaccount(tx, acting.accountId, email)) ? 'ALREADY_CONFIRMED' : 'NOT_FOUND',
        );
      await this.#audit(tx, acting, 'subaccount.resend', { email });
    });
  }

  /** Mails an address its link again unless it is confirmed; nobody requested it. */
  async askAgain(tx: Db, account: AccountId, email: string): Promise<void> {
    await this.#askAnew(tx, account, email, {});
  }

  async change(acting: ActingOn, { email, receives, sends }: SubaccountInput): Promise<void> {
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

  /** Follows the link of a mail that asks an address to confirm. Returns whether a confirmation was pending. */
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

  /** Notifies the owner, so that no address is added silently; the address itself is asked, too (A-SUB-02). */
  async #tellOwner(tx: Db, owner: OwnerRow, email: string): Promise<void> {
    if (owner.admin_email.toLowerCase() === email) return;
    await this.#queueMail(tx, {
      ...aboutAddress(owner, email),
      template: 'subaccount-added',
      to: owner.admin_email,
      path: '/preferences/subaccounts',
    });
  }

  /**
   * Mails a new link, which invalidates the previous one; returns false if the address is confirmed, or does not exist.
   */
  async #askAnew(
    tx: Db,
    account: AccountId,
    email: string,
    input: Pick<NewMail, 'atLimit'>,
  ): Promise<boolean> {
    const key = newToken();
    const owner = await readOwner(tx, account);
    if (!owner || !(await replaceLink(tx, account, email, hashToken(key)))) return false;
    await this.#queueMail(tx, { ...confirmationMail(owner, email, key), ...input });
    return true;
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

/** Returns the mail with the link that confirms an address. */
function confirmationMail(owner: OwnerRow, email: string, key: string): NewMail {
  const { params, ...mail } = aboutAddress(owner, email);
  const effect = { say: `mail.confirmEffect.${owner.confirm_receivers ? 'before' : 'now'}` };
  return {
    ...mail,
    template: 'subaccount-confirm',
    to: email,
    params: { ...params, effect },
    path: `/confirm-address?key=${key}`,
  };
}

function aboutAddress(owner: OwnerRow, email: string) {
  const params = { name: formatFaxNumber(owner.fax_number ?? '') ?? '', address: email };
  return { accountId: owner.account_id, brandId: owner.brand_id, language: owner.language, params };
}

/**
 * Refuses HIPAA accounts: mail is not allowed for health records, so such an account sends nothing by email, whatever
 * the page permits (A-WL-03).
 */
async function refuseHealthRecords(tx: Db, account: AccountId): Promise<void> {
  const owner = await readOwner(tx, account);
  if (owner?.is_hipaa === true) throw new AppError('HIPAA_NO_EMAIL');
}
