import type { z } from 'zod';

import { flag } from '#contract/kit/flags.ts';
import { DOMAIN_CODES, MAX_DOMAINS } from '#contract/whitelisted-domains.ts';
import type { whitelistedDomains } from '#contract/whitelisted-domains.ts';
import type { Database, Db } from '#engine/database/port.ts';
import { writeAudit } from '#server/features/audit/audit.service.ts';
import { accountInScope } from '#server/features/children/children.service.ts';
import { AppError } from '#server/kit/app-error.ts';
import type { AccountId, ActingOn, AnyCaller } from '#server/kit/scope.ts';

import { isPublicDomain, withParents } from './public-domains.ts';
import {
  deleteDomain,
  insertDomain,
  isReserved,
  isTaken,
  listDomains,
  lockAccount,
  updateDomain,
} from './whitelisted-domains.store.ts';
import type { DomainRow } from './whitelisted-domains.store.ts';

/** Domains whose senders may send faxes by e-mail from an account (contract 8.10). */
export class WhitelistedDomains {
  readonly #database: Database;

  constructor({ database }: { database: Database }) {
    this.#database = database;
  }

  /** Whose domains a call is about. Throws NOT_FOUND. */
  async scope(caller: AnyCaller, uid: string): Promise<ActingOn> {
    return await accountInScope(this.#database.db, caller, uid);
  }

  async list(account: AccountId): Promise<z.output<typeof whitelistedDomains.reply>> {
    const rows = await listDomains(this.#database.db, account);
    return rows.map(({ id, domain, active }) => ({ id: String(id), Domain: domain, active: flag(active) }));
  }

  /** Adds a domain; gives back its id. Throws DOMAIN_TAKEN, DOMAIN_NOT_ALLOWED, DOMAIN_EXISTS, DOMAIN_LIMIT. */
  async add(acting: ActingOn, domain: string, active: boolean): Promise<number> {
    return await this.#database.transaction(async (tx) => {
      const known = await this.#open(tx, acting, domain);
      if (known.some((row) => row.domain === domain)) throw new AppError('DOMAIN_EXISTS');
      if (known.length >= MAX_DOMAINS) throw new AppError('DOMAIN_LIMIT', { params: { max: MAX_DOMAINS } });
      const id = await insertDomain(tx, acting.accountId, domain, active);
      if (id === undefined) throw taken();
      await audit(tx, acting, 'whitelist.add', { domain, active });
      return id;
    });
  }

  /** Switches a domain on or off, or gives it another name. Throws as add does, and NOT_FOUND. */
  async change(acting: ActingOn, id: number, domain: string, active: boolean): Promise<void> {
    await this.#database.transaction(async (tx) => {
      const before = (await listDomains(tx, acting.accountId)).find((row) => row.id === id);
      if (!before) throw new AppError('NOT_FOUND');
      if (before.domain !== domain) {
        const known = await this.#open(tx, acting, domain);
        if (known.some((row) => row.domain === domain)) throw new AppError('DOMAIN_EXISTS');
        if (await isTaken(tx, domain, id)) throw taken();
      }
      if (!(await updateDomain(tx, acting.accountId, id, { domain, active })))
        throw new AppError('NOT_FOUND');
      await audit(tx, acting, 'whitelist.change', { domain, active });
    });
  }

  async remove(acting: ActingOn, domain: string): Promise<void> {
    await this.#database.transaction(async (tx) => {
      if (!(await deleteDomain(tx, acting.accountId, domain))) throw new AppError('NOT_FOUND');
      await audit(tx, acting, 'whitelist.remove', { domain });
    });
  }

  /** Locks the account and refuses domains that nobody may have; gives back those that it has. */
  async #open(tx: Db, acting: ActingOn, domain: string): Promise<DomainRow[]> {
    const account = await lockAccount(tx, acting.accountId);
    if (!account) throw new AppError('NOT_FOUND');
    // An account with health records never sends by e-mail, so it has no domains (A-WL-03).
    const refused =
      account.hipaa || isPublicDomain(domain) || (await isReserved(tx, withParents(domain), domain));
    if (refused) throw new AppError('DOMAIN_NOT_ALLOWED', { number: DOMAIN_CODES.DOMAIN_NOT_ALLOWED });
    return await listDomains(tx, acting.accountId);
  }
}

function taken(): AppError {
  return new AppError('DOMAIN_TAKEN', { number: DOMAIN_CODES.DOMAIN_TAKEN });
}

async function audit(tx: Db, acting: ActingOn, action: string, detail: object): Promise<void> {
  await writeAudit(tx, {
    actor: acting.actor,
    accountId: acting.accountId,
    action,
    object: `account/${acting.accountId}`,
    detail,
    address: acting.address,
  });
}
