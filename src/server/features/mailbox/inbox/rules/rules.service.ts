import { MAX_RULES } from '#contract/mailbox/rule-parts.ts';
import { TRIED_FAXES } from '#contract/mailbox/rules.ts';
import type { RuleFields } from '#contract/mailbox/rule-parts.ts';
import type { Database, Db } from '#engine/database/port.ts';
import { AppError } from '#server/kit/app-error.ts';
import { byAccount } from '#server/kit/scope.ts';
import type { AccountId, Caller } from '#server/kit/scope.ts';

import type { QueueMail } from '#server/features/email/outgoing/mail-out.service.ts';
import { writeAudit } from '#server/features/audit/log/audit.service.ts';
import { findReceived, mayWork } from '../team/work.store.ts';
import { haveTags } from '../team/tags.store.ts';
import { asksForText, ruleMatches } from './match-rule.ts';
import { knownGroups, readNewest, readNumber, ruleAddresses } from './rule-facts.store.ts';
import type { FactsOfFax } from './rule-facts.store.ts';
import {
  countMonth,
  deleteRule,
  insertRule,
  listEffects,
  listRules,
  lockRules,
  placeRules,
  updateRule,
} from './rules.store.ts';
import type { RuleEffect, StoredRule } from './rules.store.ts';
import { tellOfRule } from './tell-of-rule.ts';

/** Manages an account's rules for arriving faxes (spec http-api 12.44). */
export class RulesService {
  readonly #database: Database;
  readonly #queueMail: QueueMail;
  readonly #zone: string;

  /** `zone` is the server's time zone, in which months begin. */
  constructor({ database, queueMail, zone }: { database: Database; queueMail: QueueMail; zone: string }) {
    this.#database = database;
    this.#queueMail = queueMail;
    this.#zone = zone;
  }

  /** Returns the rules in order, how many faxes each has acted on this month, and the addresses that rules may mail. */
  async list({
    accountId,
  }: Caller): Promise<{ rules: (StoredRule & { month: number })[]; emails: string[] }> {
    const { db } = this.#database;
    const months = await countMonth(db, accountId, this.#zone);
    const rules = await listRules(db, accountId);
    return {
      rules: rules.map((rule) => ({ ...rule, month: months.get(rule.id) ?? 0 })),
      emails: await ruleAddresses(db, accountId),
    };
  }

  /** Adds a rule below all others and returns its id. Throws RULE_LIMIT, and what `check` throws. */
  async add(caller: Caller, fields: RuleFields): Promise<number> {
    const { accountId } = caller;
    return await this.#database.transaction(async (tx) => {
      const ids = await lockRules(tx, accountId);
      if (ids.length >= MAX_RULES) throw new AppError('RULE_LIMIT', { params: { max: MAX_RULES } });
      await check(tx, accountId, fields);
      await placeRules(tx, accountId, ids);
      const id = await insertRule(tx, accountId, ids.length + 1, fields);
      await tellOfRule(this.#queueMail, tx, accountId, { before: undefined, after: fields });
      await audit(tx, caller, 'rule.add', { rule: id, ...fields });
      return id;
    });
  }

  /** Changes what is named of a rule. Throws NOT_FOUND, and what `check` throws. */
  async edit(caller: Caller, id: number, fields: Partial<RuleFields>): Promise<void> {
    const { accountId } = caller;
    await this.#database.transaction(async (tx) => {
      await lockRules(tx, accountId);
      const before = (await listRules(tx, accountId)).find((rule) => rule.id === id);
      if (before === undefined) throw new AppError('NOT_FOUND');
      const after = { ...before, ...fields };
      // What is not on does nothing: it can be turned off whatever became of what it names.
      const { conditions = [], actions = [] } = fields.active === true ? after : fields;
      await check(tx, accountId, { conditions, actions });
      await tellOfRule(this.#queueMail, tx, accountId, { before, after });
      await updateRule(tx, accountId, id, after);
      await audit(tx, caller, 'rule.edit', { rule: id, name: after.name, ...fields });
    });
  }

  /** Deletes a rule; its effects stay. Throws NOT_FOUND. */
  async delete(caller: Caller, id: number): Promise<void> {
    await this.#database.transaction(async (tx) => {
      const name = await deleteRule(tx, caller.accountId, id);
      if (name === undefined) throw new AppError('NOT_FOUND');
      await audit(tx, caller, 'rule.delete', { rule: id, name });
    });
  }

  /** Puts the rules into this order. Rules not listed follow in their current order; unknown ids are ignored. */
  async order(caller: Caller, wanted: readonly number[]): Promise<void> {
    await this.#database.transaction(async (tx) => {
      const ids = await lockRules(tx, caller.accountId);
      const first = [...new Set(wanted)].filter((id) => ids.includes(id));
      const rules = [...first, ...ids.filter((id) => !first.includes(id))];
      await placeRules(tx, caller.accountId, rules);
      await audit(tx, caller, 'rule.order', { rules });
    });
  }

  /** Returns the newest received faxes, and which of them a rule would act on. */
  async try(
    { accountId }: Caller,
    rule: Pick<RuleFields, 'match' | 'conditions'>,
  ): Promise<(FactsOfFax & { matches: boolean })[]> {
    const faxes = await readNewest(this.#database.db, accountId, {
      most: TRIED_FAXES,
      withText: asksForText([rule]),
    });
    return faxes.map((fax) => ({ ...fax, matches: ruleMatches(rule, fax) }));
  }

  /** Returns what rules did with one received fax. Throws NOT_FOUND. */
  async ofFax(
    { accountId }: Caller,
    faxId: number,
  ): Promise<{ name: string; at: Date; did: RuleEffect[] }[]> {
    const { received } = await findReceived(this.#database.db, accountId, [faxId]);
    if (received.length === 0) throw new AppError('NOT_FOUND');
    return await listEffects(this.#database.db, accountId, faxId);
  }
}

/**
 * Refuses rules that name what the account does not have (VALIDATION), mail unconfirmed addresses (RULE_EMAIL), or
 * forward to the account itself (RULE_OWN_NUMBER) or to a number that no fax of the account has reached before
 * (RULE_NUMBER): whoever takes over a mailbox must not be able to send its faxes anywhere.
 */
async function check(
  tx: Db,
  account: AccountId,
  { conditions, actions }: Pick<RuleFields, 'conditions' | 'actions'>,
): Promise<void> {
  for (const condition of conditions) {
    if (!('groups' in condition)) continue;
    const known = await knownGroups(tx, account, condition.groups);
    if (condition.groups.some((id) => !known.has(id)))
      throw new AppError('VALIDATION', { fields: { groups: 'UNKNOWN' } });
  }
  for (const action of actions) {
    if (action.kind === 'tag' && !(await haveTags(tx, account, action.tags)))
      throw new AppError('VALIDATION', { fields: { tags: 'UNKNOWN' } });
    if (action.kind === 'assign' && !(await mayWork(tx, account, action.person)))
      throw new AppError('VALIDATION', { fields: { person: 'UNKNOWN' } });
    if (action.kind === 'email') await checkEmails(tx, account, action.emails);
    if (action.kind === 'forward') await checkNumber(tx, account, action.number);
  }
}

async function checkEmails(tx: Db, account: AccountId, emails: readonly string[]): Promise<void> {
  const known = await ruleAddresses(tx, account);
  const stranger = emails.find((email) => !known.includes(email));
  if (stranger !== undefined) throw new AppError('RULE_EMAIL', { params: { email: stranger } });
}

async function checkNumber(tx: Db, account: AccountId, number: string): Promise<void> {
  const { own, reached } = await readNumber(tx, account, number);
  if (own) throw new AppError('RULE_OWN_NUMBER');
  if (!reached) throw new AppError('RULE_NUMBER', { params: { number } });
}

async function audit(tx: Db, caller: Caller, action: string, detail: object): Promise<void> {
  await writeAudit(tx, { ...byAccount(caller), action, detail });
}
