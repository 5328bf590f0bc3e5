import type { Db } from '#engine/database/port.ts';
import { MAX_TAGS_OF_FAX } from '#contract/mailbox/team.ts';
import type { RuleAction } from '#contract/mailbox/rule-parts.ts';
import { formatFaxNumber } from '#contract/kit/fax-number.ts';
import { provenAccount } from '#server/kit/scope.ts';
import type { AccountId } from '#server/kit/scope.ts';

import { writeAudit } from '#server/features/audit/log/audit.service.ts';
import { applyAction } from '../fax-actions.store.ts';
import { mailAssigned } from '../team/team-mails.ts';
import { changeWorks, lockWork, mayWork } from '../team/work.store.ts';
import type { WorkChange } from '../team/work.store.ts';
import { forwardWaiting } from './forward-fax.ts';
import { ruleMatches } from './match-rule.ts';
import type { RunDeps } from './rule-deps.ts';
import { personName, readFacts, readForwardSource, ruleAddresses, tagNames } from './rule-facts.store.ts';
import type { FactsOfFax } from './rule-facts.store.ts';
import { listRules, takeArrival, writeEffects } from './rules.store.ts';
import type { RuleEffect, StoredRule } from './rules.store.ts';

/** The fax that rules look at. */
interface Looked {
  account: AccountId;
  fax: FactsOfFax;
  /** A rule of another account forwarded it here. */
  byRule: boolean;
}

/**
 * Lets the rules of an account act on a received fax, from top to bottom. Everything but forwarding is one transaction
 * with the note that the rules have looked, so it happens once, however often this is called or killed; a forwarded fax
 * is put into the queue in the transaction that notes it.
 */
export async function runRules(deps: RunDeps, ids: { accountId: number; faxId: number }): Promise<void> {
  const account = provenAccount(ids.accountId);
  await deps.database.transaction(async (tx) => {
    const arrival = await takeArrival(tx, account, ids.faxId);
    const [fax] = arrival ? await readFacts(tx, account, { only: ids.faxId }) : [];
    if (!arrival || !fax) return;
    for (const rule of await listRules(tx, account)) {
      if (!rule.active || !ruleMatches(rule, fax)) continue;
      await act(deps, tx, rule, { account, fax, byRule: arrival.byRule });
      if (rule.stop) break;
    }
  });
  await forwardWaiting(deps, account, ids.faxId);
}

async function act(deps: RunDeps, tx: Db, rule: StoredRule, looked: Looked): Promise<void> {
  const { account, fax } = looked;
  const did: RuleEffect[] = [];
  for (const action of rule.actions)
    did.push({ kind: action.kind, ...(await take(deps, tx, action, looked)) });
  await work(deps, tx, { ...looked, rule, did });
  await writeEffects(tx, account, { faxId: fax.id, ruleId: rule.id, name: rule.name, did });
  await writeAudit(tx, {
    actor: { kind: 'system' },
    accountId: account,
    action: 'fax.rule',
    object: `fax/${fax.id}`,
    detail: { rule: rule.id, name: rule.name, did },
  });
}

type Took = Pick<RuleEffect, 'what' | 'outcome'>;

async function take(deps: RunDeps, tx: Db, action: RuleAction, looked: Looked): Promise<Took> {
  const { account, fax, byRule } = looked;
  switch (action.kind) {
    case 'tag': {
      const names = await tagNames(tx, account, action.tags);
      return { what: [...names.values()].join(', '), outcome: names.size > 0 ? 'done' : 'gone' };
    }
    case 'assign': {
      const name = await personName(tx, account, action.person);
      const may = name !== undefined && (await mayWork(tx, account, action.person));
      return { what: name ?? '', outcome: may ? 'done' : 'gone' };
    }
    case 'due':
      return { what: dayAfter(fax.date, action.days), outcome: 'done' };
    case 'email':
      return await mail(deps, tx, action.emails, looked);
    case 'forward': {
      const source = await readForwardSource(tx, account, fax.id);
      const what = formatFaxNumber(action.number) ?? action.number;
      if (!source?.ready || source.pages === 0) return { what, outcome: 'no-pages' };
      // Two accounts that forward to each other would never stop. What comes from there is not sent back either.
      if (byRule || source.caller === action.number) return { what, outcome: 'came-from-a-rule' };
      return { what, outcome: 'waiting' };
    }
    case 'read':
      await applyAction(tx, account, 'view', [fax.id]);
      return { what: '', outcome: 'done' };
    default:
      // 'archive'
      await applyAction(tx, account, 'to_archive', [fax.id]);
      return { what: '', outcome: 'done' };
  }
}

/** Asked again, because an address may have lost its right since the rule was saved. */
async function mail(
  { notices }: RunDeps,
  tx: Db,
  emails: readonly string[],
  { account, fax }: Looked,
): Promise<Took> {
  const known = new Set(await ruleAddresses(tx, account));
  const told = emails.filter((email) => known.has(email));
  if (told.length > 0) await notices.arrivedFor(tx, { accountId: account, faxId: fax.id }, told);
  return told.length > 0
    ? { what: told.join(', '), outcome: 'done' }
    : { what: emails.join(', '), outcome: 'not-allowed' };
}

/** Status, person, due date and tags of the fax change together, as when somebody works on it. */
async function work(
  { queueMail }: RunDeps,
  tx: Db,
  { account, fax, rule, did }: Looked & { rule: StoredRule; did: readonly RuleEffect[] },
): Promise<void> {
  const change: WorkChange = {
    status: undefined,
    assignee: undefined,
    due: undefined,
    addTags: [],
    removeTags: [],
  };
  for (const [at, action] of rule.actions.entries()) {
    if (did[at]?.outcome !== 'done') continue;
    if (action.kind === 'tag') change.addTags = action.tags;
    if (action.kind === 'assign') change.assignee = action.person;
    if (action.kind === 'due') change.due = did[at].what;
  }
  if (change.addTags.length === 0 && change.assignee === undefined && change.due === undefined) return;
  const [row] = await lockWork(tx, account, [fax.id]);
  const room = Math.max(MAX_TAGS_OF_FAX - (row?.work.tags.length ?? 0), 0);
  change.addTags = change.addTags.slice(0, room);
  await changeWorks(tx, account, [fax.id], { change, by: rule.name });
  if (typeof change.assignee !== 'number' || row?.work.assignee === String(change.assignee)) return;
  await mailAssigned(queueMail, tx, account, { by: rule.name, to: [change.assignee], faxes: [fax.id] });
}

function dayAfter(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}
