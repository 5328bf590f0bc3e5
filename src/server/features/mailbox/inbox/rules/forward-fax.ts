import type { Db } from '#engine/database/port.ts';
import { normalizeNumber } from '#contract/kit/fax-number.ts';
import { AppError } from '#server/kit/app-error.ts';
import type { AccountId } from '#server/kit/scope.ts';

import { writeAudit } from '#server/features/audit/log/audit.service.ts';
import { readForwardSource } from './rule-facts.store.ts';
import type { RunDeps } from './rule-deps.ts';
import { listEffects, lockEffects, updateEffects } from './rules.store.ts';
import type { RuleEffect } from './rules.store.ts';

/** Forwards a fax to the numbers that rules set, each in its own transaction, so that a limit stops only one. */
export async function forwardWaiting(deps: RunDeps, account: AccountId, faxId: number): Promise<void> {
  for (const { ruleId, name, did } of await listEffects(deps.database.db, account, faxId)) {
    if (!did.some(isWaiting)) continue;
    try {
      await deps.outbox.sending(
        account,
        async (tx) => await forward(deps, tx, account, { faxId, ruleId, name }),
      );
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      await deps.database.transaction(
        async (tx) =>
          await settle(tx, account, { faxId, ruleId, name }, { outcome: 'refused', why: error.code }),
      );
    }
  }
}

interface RuleOfFax {
  faxId: number;
  ruleId: number;
  name: string;
}

async function forward(deps: RunDeps, tx: Db, account: AccountId, of: RuleOfFax): Promise<void> {
  const waiting = (await lockEffects(tx, account, of)).find(isWaiting);
  if (!waiting) return;
  const number = normalizeNumber(waiting.what);
  const source = await readForwardSource(tx, account, of.faxId);
  if (!source) return await settle(tx, account, of, { outcome: 'gone' });
  const sender = await deps.outbox.checkRoutes(tx, account, [number]);
  const { documentId, pages, bytes, ready } = source;
  await deps.outbox.enqueue(tx, account, {
    document: { documentId, pages, bytes, ready },
    numbers: [number],
    person: { company: '', sender: '', toPerson: '' },
    origin: 'rule',
    originatorEmail: sender.adminEmail,
  });
  await settle(tx, account, of, { outcome: 'done' });
}

/** Records the outcome of the forwarding. */
async function settle(
  tx: Db,
  account: AccountId,
  of: RuleOfFax,
  { outcome, why }: { outcome: RuleEffect['outcome']; why?: string },
): Promise<void> {
  const before = await lockEffects(tx, account, of);
  const did = before.map((effect) => (isWaiting(effect) ? { ...effect, outcome } : effect));
  await updateEffects(tx, account, { ...of, did });
  await writeAudit(tx, {
    actor: { kind: 'system' },
    accountId: account,
    action: 'fax.rule-forward',
    object: `fax/${of.faxId}`,
    detail: { rule: of.ruleId, name: of.name, to: before.find(isWaiting)?.what ?? '', outcome, why },
  });
}

function isWaiting({ kind, outcome }: RuleEffect): boolean {
  return kind === 'forward' && outcome === 'waiting';
}
