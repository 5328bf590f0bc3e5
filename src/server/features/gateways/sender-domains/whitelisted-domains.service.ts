import type { z } from 'zod';

import { flag } from '#contract/kit/flags.ts';
import { DOMAIN_CODES, MAX_DOMAINS } from '#contract/gateways/sender-domains.ts';
import type { whitelistedDomains } from '#contract/gateways/sender-domains.ts';
import type { Database, Db } from '#engine/database/port.ts';
import { writeAudit } from '#server/features/audit/log/audit.service.ts';
import { accountInScope } from '#server/kit/managed-account.ts';
import { countAttempt } from '#server/features/identity/sessions/session.service.ts';
import { AppError } from '#server/kit/app-error.ts';
import type { AccountId, ActingOn, AnyCaller } from '#server/kit/scope.ts';

import { checkDomain, proveByEmail, recordOf } from './domain-proofs.ts';
import type { DomainCheck, DomainProofDeps } from './domain-proofs.ts';
import { isPublicDomain, withParents } from './public-domains.ts';
import {
  deleteDomain,
  insertDomain,
  isReserved,
  isTaken,
  listDomains,
  lockAccount,
  lockDomain,
  renameDomain,
  switchDomain,
} from './whitelisted-domains.store.ts';
import type { DomainRow } from './whitelisted-domains.store.ts';

/** How many lookups an account may request in an hour: each one queries other people's servers. */
const CHECKS = { most: 60, seconds: 60 * 60 };

/** Domains whose senders can send faxes by email from an account (spec http-api 8.10). */
export class WhitelistedDomains {
  readonly #deps: DomainProofDeps;
  readonly #database: Database;

  constructor(deps: DomainProofDeps) {
    this.#deps = deps;
    this.#database = deps.database;
  }

  /** Returns the account that a call is about. Throws NOT_FOUND. */
  async scope(caller: AnyCaller, uid: string): Promise<ActingOn> {
    return await accountInScope(this.#database.db, caller, uid);
  }

  async list(account: AccountId): Promise<z.output<typeof whitelistedDomains.reply>> {
    const rows = await listDomains(this.#database.db, account);
    return rows.map((row) => ({
      id: String(row.id),
      Domain: row.domain,
      active: flag(row.active),
      proved: flag(row.proved),
      record: recordOf(row),
    }));
  }

  /**
   * Adds a domain and returns its id. The domain counts once it is proved: at once if the account's proved address is
   * in it. Throws DOMAIN_TAKEN, DOMAIN_NOT_ALLOWED, DOMAIN_EXISTS, DOMAIN_LIMIT.
   */
  async add(acting: ActingOn, domain: string, active: boolean): Promise<number> {
    return await this.#database.transaction(async (tx) => {
      const known = await this.#open(tx, acting, domain);
      if (known.some((row) => row.domain === domain)) throw new AppError('DOMAIN_EXISTS');
      if (known.length >= MAX_DOMAINS) throw new AppError('DOMAIN_LIMIT', { params: { max: MAX_DOMAINS } });
      if (await isTaken(tx, domain, acting.accountId)) throw taken();
      const id = await insertDomain(tx, acting.accountId, domain, active);
      if (id === undefined) throw new AppError('DOMAIN_EXISTS');
      await audit(tx, acting, 'whitelist.add', { domain, active });
      await proveByEmail(tx, { id, accountId: acting.accountId, domain }, acting);
      return id;
    });
  }

  /**
   * Turns a domain on or off, or gives it another name, which has to be proved. Throws the errors of `add`, and
   * NOT_FOUND.
   */
  async change(acting: ActingOn, id: number, domain: string, active: boolean): Promise<void> {
    await this.#database.transaction(async (tx) => {
      const before = (await listDomains(tx, acting.accountId)).find((row) => row.id === id);
      if (!before) throw new AppError('NOT_FOUND');
      if (before.domain !== domain) {
        const known = await this.#open(tx, acting, domain);
        if (known.some((row) => row.domain === domain)) throw new AppError('DOMAIN_EXISTS');
        if (await isTaken(tx, domain, acting.accountId)) throw taken();
        await renameDomain(tx, acting.accountId, id, domain);
      }
      if (!(await switchDomain(tx, acting.accountId, id, active))) throw new AppError('NOT_FOUND');
      await audit(tx, acting, 'whitelist.change', { domain, active });
      if (before.domain !== domain)
        await proveByEmail(tx, { id, accountId: acting.accountId, domain }, acting);
    });
  }

  /** Looks up the record of a domain now. Throws NOT_FOUND, TOO_MANY_REQUESTS. */
  async check(acting: ActingOn, id: number): Promise<DomainCheck> {
    const { count, secondsLeft } = await countAttempt(
      this.#database.db,
      `domain-check:${acting.accountId}`,
      CHECKS.seconds,
    );
    if (count > CHECKS.most) throw new AppError('TOO_MANY_REQUESTS', { retryAfterSeconds: secondsLeft });
    const outcome = await checkDomain(this.#deps, acting.accountId, id, acting);
    if (!outcome) throw new AppError('NOT_FOUND');
    return outcome;
  }

  async remove(acting: ActingOn, domain: string): Promise<void> {
    await this.#database.transaction(async (tx) => {
      if (!(await deleteDomain(tx, acting.accountId, domain))) throw new AppError('NOT_FOUND');
      await audit(tx, acting, 'whitelist.remove', { domain });
    });
  }

  /** Locks the account and refuses domains that nobody may have. Returns the account's domains. */
  async #open(tx: Db, acting: ActingOn, domain: string): Promise<DomainRow[]> {
    const account = await lockAccount(tx, acting.accountId);
    if (!account) throw new AppError('NOT_FOUND');
    // An account with health records never sends by email, so it has no domains (A-WL-03).
    const refused =
      account.hipaa || isPublicDomain(domain) || (await isReserved(tx, withParents(domain), domain));
    if (refused) throw new AppError('DOMAIN_NOT_ALLOWED', { number: DOMAIN_CODES.DOMAIN_NOT_ALLOWED });
    await lockDomain(tx, domain);
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
