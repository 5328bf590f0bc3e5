import { sql } from 'kysely';

import type { RuleFields } from '#contract/mailbox/rule-parts.ts';
import type { RuleOutcome } from '#contract/mailbox/rules.ts';
import type { Db } from '#engine/database/port.ts';
import type { AccountId } from '#server/kit/scope.ts';

/** A rule in stored form. */
export interface StoredRule extends RuleFields {
  id: number;
}

/** The outcome of a rule's action. Tags and people are stored by name, because they may be deleted later. */
export interface RuleEffect {
  kind: RuleFields['actions'][number]['kind'];
  what: string;
  outcome: RuleOutcome;
}

const columns = ['id', 'name', 'active', 'match', 'conditions', 'actions', 'stop'] as const;

/** Returns the rules of an account in order. */
export async function listRules(db: Db, account: AccountId): Promise<StoredRule[]> {
  const rows = await db
    .selectFrom('arrival_rule')
    .select(columns)
    .where('account_id', '=', account)
    .orderBy('position')
    .orderBy('id')
    .execute();
  // Only values that the contract has validated are stored.
  return rows as unknown as StoredRule[];
}

/** Counts the faxes that each rule has acted on since the month began in `zone`. */
export async function countMonth(db: Db, account: AccountId, zone: string): Promise<Map<number, number>> {
  const { rows } = await sql<{ id: number; n: number }>`
    select rule_id as id, count(*)::int as n from fax_rule
    where account_id = ${account} and at >= date_trunc('month', now() at time zone ${zone}) at time zone ${zone}
    group by rule_id`.execute(db);
  return new Map(rows.map(({ id, n }) => [id, n]));
}

/** Locks the account's row, so that rules are counted and ordered one change at a time. Returns their ids in order. */
export async function lockRules(tx: Db, account: AccountId): Promise<number[]> {
  await tx.selectFrom('account').select('id').where('id', '=', account).forNoKeyUpdate().execute();
  const rows = await tx
    .selectFrom('arrival_rule')
    .select('id')
    .where('account_id', '=', account)
    .orderBy('position')
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Adds a rule at this position and returns its id. */
export async function insertRule(
  tx: Db,
  account: AccountId,
  position: number,
  fields: RuleFields,
): Promise<number> {
  const { id } = await tx
    .insertInto('arrival_rule')
    .values({ account_id: account, position, ...written(fields) })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Writes all of a rule. */
export async function updateRule(tx: Db, account: AccountId, id: number, fields: RuleFields): Promise<void> {
  await tx
    .updateTable('arrival_rule')
    .set(written(fields))
    .where('account_id', '=', account)
    .where('id', '=', id)
    .execute();
}

/** Deletes a rule and returns its name; undefined if there is none. */
export async function deleteRule(tx: Db, account: AccountId, id: number): Promise<string | undefined> {
  const row = await tx
    .deleteFrom('arrival_rule')
    .where('account_id', '=', account)
    .where('id', '=', id)
    .returning('name')
    .executeTakeFirst();
  return row?.name;
}

/** Stores this order of the rules. */
export async function placeRules(tx: Db, account: AccountId, ids: readonly number[]): Promise<void> {
  await sql`
    update arrival_rule r set position = o.place
    from unnest(${[...ids]}::bigint[]) with ordinality o(id, place)
    where r.account_id = ${account} and r.id = o.id and r.position <> o.place`.execute(tx);
}

/** Notes that the rules must process a fax, now or after its text is read. Returns `no` if no rule is active. */
export async function noteArrival(
  tx: Db,
  { accountId, faxId, byRule }: { accountId: number; faxId: number; byRule: boolean },
): Promise<'no' | 'now' | 'after-text'> {
  const { rows } = await sql<{ waits: boolean }>`
    insert into rule_arrival (account_id, fax_id, by_rule)
    select ${accountId}, ${faxId}, ${byRule}
    where exists (select from arrival_rule where account_id = ${accountId} and active)
    on conflict do nothing
    returning exists (
        select from arrival_rule r where r.account_id = ${accountId} and r.active
          and exists (select from jsonb_array_elements(r.conditions) c
            where c ->> 'kind' in ('text', 'not-text', 'barcode', 'not-barcode'))) as waits`.execute(tx);
  const [noted] = rows;
  return noted === undefined ? 'no' : noted.waits ? 'after-text' : 'now';
}

/** Whether the rules still have to process a fax. */
export async function isNoted(tx: Db, account: AccountId, faxId: number): Promise<boolean> {
  const row = await tx
    .selectFrom('rule_arrival')
    .select('fax_id')
    .where('account_id', '=', account)
    .where('fax_id', '=', faxId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Removes the note of a fax; undefined if it is gone. Waits for a parallel transaction that removes it. */
export async function takeArrival(
  tx: Db,
  account: AccountId,
  faxId: number,
): Promise<{ byRule: boolean } | undefined> {
  return await tx
    .deleteFrom('rule_arrival')
    .where('account_id', '=', account)
    .where('fax_id', '=', faxId)
    .returning('by_rule as byRule')
    .executeTakeFirst();
}

/** Returns what rules did with a fax, in the order in which they acted. */
export async function listEffects(
  db: Db,
  account: AccountId,
  faxId: number,
): Promise<{ ruleId: number; name: string; at: Date; did: RuleEffect[] }[]> {
  const { rows } = await sql<{ ruleId: number; name: string; at: Date; did: RuleEffect[] }>`
    select d.rule_id as "ruleId", d.name, d.at, d.did from fax_rule d
    left join arrival_rule r on r.account_id = d.account_id and r.id = d.rule_id
    where d.account_id = ${account} and d.fax_id = ${faxId}
    order by d.at, r.position nulls last, d.rule_id`.execute(db);
  return rows;
}

/** Locks and returns what a rule did with a fax. */
export async function lockEffects(
  tx: Db,
  account: AccountId,
  { faxId, ruleId }: { faxId: number; ruleId: number },
): Promise<RuleEffect[]> {
  const { rows } = await sql<{ did: RuleEffect[] }>`
    select did from fax_rule where account_id = ${account} and fax_id = ${faxId} and rule_id = ${ruleId}
    for update`.execute(tx);
  return rows[0]?.did ?? [];
}

/** Stores what rules did with a fax. */
export async function insertEffects(
  tx: Db,
  account: AccountId,
  faxId: number,
  acted: readonly { ruleId: number; name: string; did: readonly RuleEffect[] }[],
): Promise<void> {
  await tx
    .insertInto('fax_rule')
    .values(
      acted.map(({ ruleId, name, did }) => ({
        account_id: account,
        fax_id: faxId,
        rule_id: ruleId,
        name,
        did: JSON.stringify(did),
      })),
    )
    .execute();
}

/** Stores the updated outcome. */
export async function updateEffects(
  tx: Db,
  account: AccountId,
  { faxId, ruleId, did }: { faxId: number; ruleId: number; did: readonly RuleEffect[] },
): Promise<void> {
  await tx
    .updateTable('fax_rule')
    .set({ did: JSON.stringify(did) })
    .where('account_id', '=', account)
    .where('fax_id', '=', faxId)
    .where('rule_id', '=', ruleId)
    .execute();
}

function written({ conditions, actions, name, active, match, stop }: RuleFields) {
  return {
    name,
    active,
    match,
    stop,
    conditions: JSON.stringify(conditions),
    actions: JSON.stringify(actions),
  };
}
