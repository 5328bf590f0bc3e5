import type { Db } from '#engine/database/port.ts';
import { MAX_TAGS_OF_FAX } from '#contract/mailbox/team.ts';
import { provenAccount } from '#server/kit/scope.ts';
import type { AccountId } from '#server/kit/scope.ts';

import { writeAudit } from '#server/features/audit/log/audit.service.ts';
import { applyAction } from '../fax-actions.store.ts';
import { mailAssigned } from '../team/team-mails.ts';
import { changeWorks, lockWork } from '../team/work.store.ts';
import { asksForText } from './match-rule.ts';
import { decide } from './decide-rules.ts';
import type { Decision, Known } from './decide-rules.ts';
import { forwardWaiting } from './forward-fax.ts';
import type { RunDeps } from './rule-deps.ts';
import { lockWorkers, readForwardSource, readOne, ruleAddresses, tagNames } from './rule-facts.store.ts';
import { insertEffects, listRules, takeArrival } from './rules.store.ts';

/**
 * Applies an account's rules to a received fax, from top to bottom. Everything but forwarding is one transaction with
 * the removal of the note, so it happens once, however often this is called or killed. A forwarded fax is queued in the
 * transaction that records its outcome.
 */
export async function runRules(deps: RunDeps, ids: { accountId: number; faxId: number }): Promise<void> {
  const { faxId } = ids;
  const account = provenAccount(ids.accountId);
  const forwards = await deps.database.transaction(async (tx) => {
    const arrival = await takeArrival(tx, account, faxId);
    // Already done, except perhaps for forwarding.
    if (!arrival) return true;
    const rules = await listRules(tx, account);
    const fax = await readOne(tx, account, faxId, asksForText(rules));
    if (!fax) return false;
    const decision = decide(rules, fax, await know(tx, account, { faxId, byRule: arrival.byRule }));
    if (decision.acted.length > 0) await carryOut(deps, tx, { account, faxId }, decision);
    return decision.numbers.size > 0;
  });
  if (forwards) await forwardWaiting(deps, account, faxId);
}

async function know(
  tx: Db,
  account: AccountId,
  { faxId, byRule }: { faxId: number; byRule: boolean },
): Promise<Known> {
  const source = await readForwardSource(tx, account, faxId);
  return {
    tags: await tagNames(tx, account),
    people: await lockWorkers(tx, account),
    emails: new Set(await ruleAddresses(tx, account)),
    hasPages: source !== undefined && source.ready && source.pages > 0,
    byRule,
  };
}

interface FaxOfAccount {
  account: AccountId;
  faxId: number;
}

/** Applies each effect once, however many rules set it. */
async function carryOut(deps: RunDeps, tx: Db, of: FaxOfAccount, decision: Decision): Promise<void> {
  const { account, faxId } = of;
  const { acted, read, archive, emails } = decision;
  if (read) await applyAction(tx, account, 'view', [faxId]);
  if (archive) await applyAction(tx, account, 'to_archive', [faxId]);
  await work(deps, tx, of, decision);
  if (emails.size > 0) await deps.notices.arrivedFor(tx, { accountId: account, faxId }, [...emails]);
  await insertEffects(tx, account, faxId, acted);
  await writeAudit(tx, {
    actor: { kind: 'system' },
    accountId: account,
    action: 'fax.rule',
    object: `fax/${faxId}`,
    detail: { rules: acted },
  });
}

/** Changes person, due date and tags of the fax together, like a change by a person. */
async function work(
  { queueMail }: RunDeps,
  tx: Db,
  { account, faxId }: FaxOfAccount,
  { tags, assignee, due, by }: Decision,
): Promise<void> {
  if (by === '') return;
  const [row] = await lockWork(tx, account, [faxId]);
  const room = Math.max(MAX_TAGS_OF_FAX - (row?.work.tags.length ?? 0), 0);
  const addTags = [...tags].slice(0, room);
  const change = { status: undefined, assignee, due, addTags, removeTags: [] };
  await changeWorks(tx, account, [faxId], { change, by });
  if (assignee === undefined || row?.work.assignee === String(assignee)) return;
  await mailAssigned(queueMail, tx, account, { by, to: [assignee], faxes: [faxId] });
}
