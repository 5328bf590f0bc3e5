import type { Database, Db } from '#engine/database/port.ts';
import type { FileStore } from '#engine/file-store/port.ts';
import { writeAudit } from '#server/features/audit/log/audit.service.ts';
import type { AuditChain } from '#server/features/audit/log/audit.service.ts';
import { giveUpFiles, mayRemoveFiles, removeFiles } from '#server/features/faxes/files/removal.service.ts';

import { KEPT_TABLES, clearTable, tablesToClear } from './account-tables.store.ts';
import { clearNameless, filesOf, leaveStub, lockAccount, takeTime } from './erasure.store.ts';
import type { ErasableAccount } from './erasure.store.ts';

/** Dependencies of erasing. */
export interface ErasureDeps {
  database: Database;
  store: FileStore;
  chain: Pick<AuditChain, 'eraseAccount'>;
  /** Whether to undo everything: the database rolls back, and no file is removed. */
  dryRun?: boolean;
}

/** What was erased: rows by table, files, and audit rows that were reduced to who did what when. */
export interface ErasureReport {
  uid: number;
  reason: string;
  removed: Record<string, number>;
  files: number;
  auditRows: number;
  /** Tables that still contain the account's id, with the reason. */
  kept: Readonly<Record<string, string>>;
}

/** The result of an erasure; `reason` is a sentence to show. */
export type Erasure = { kind: 'ok'; report: ErasureReport } | { kind: 'refused'; reason: string };

/** Maximum length of a reason; longer ones belong in a separate document. */
const REASON_MAX = 500;
/** Documents whose files are removed at a time: each waits for the disk. */
const SIDE_BY_SIDE = 8;

/**
 * Permanently removes everything of a closed account: faxes and their files, contacts, drafts, mails, storage and its
 * secrets, logins, jobs. A stub without personal data remains for bills and the audit.
 */
export async function eraseAccount(deps: ErasureDeps, id: number, why: string): Promise<Erasure> {
  const reason = why.trim();
  if (reason === '' || reason.length > REASON_MAX)
    return refused(`Say why, in at most ${REASON_MAX} characters: the audit keeps it.`);
  const outcome = await deps.database.transaction(async (tx) => await eraseRows(deps, tx, id, reason));
  if (outcome.kind === 'refused') return outcome;
  // Rows first: what a crash leaves is removed by the clean-up.
  const { store, dryRun = false } = deps;
  let files = 0;
  for (let at = 0; at < outcome.keys.length; at += SIDE_BY_SIDE) {
    const some = outcome.keys.slice(at, at + SIDE_BY_SIDE);
    const counts = await Promise.all(
      some.map(async (key) => await (dryRun ? count(store, key) : removeFiles(store, key))),
    );
    files += counts.reduce((sum, one) => sum + one, 0);
  }
  return { kind: 'ok', report: { ...outcome.report, files } };
}

type ErasedRows = { kind: 'ok'; report: Omit<ErasureReport, 'files'>; keys: readonly string[] };

async function eraseRows(
  { chain }: ErasureDeps,
  tx: Db,
  id: number,
  reason: string,
): Promise<ErasedRows | { kind: 'refused'; reason: string }> {
  const account = await lockAccount(tx, id);
  const no = refusalOf(id, account);
  if (no !== undefined || !account) return refused(no ?? '');
  if (!(await mayRemoveFiles(tx)))
    return refused('A backup is being made and needs these files. Try again when it has ended.');
  return await takeTime(tx, async () => {
    const keys = await giveUpFiles(tx, await filesOf(tx, id, account.closedAt));
    const removed = await clearNameless(tx, id, account.closedAt);
    const tables = await tablesToClear(tx);
    // Twice, because a counting table records deletions from other tables after it was itself cleared.
    for (const table of [...tables, ...tables])
      removed[table] = (removed[table] ?? 0) + (await clearTable(tx, table, id));
    await leaveStub(tx, id);
    const auditRows = await chain.eraseAccount(tx, id);
    const found = Object.fromEntries(Object.entries(removed).filter(([, rows]) => rows > 0));
    await writeAudit(tx, {
      actor: { kind: 'operator' },
      accountId: id,
      action: 'account.erase',
      object: `account/${id}`,
      detail: { reason, removed: found },
    });
    return { kind: 'ok', keys, report: { uid: id, reason, removed: found, auditRows, kept: KEPT_TABLES } };
  });
}

/** Returns why this account cannot be erased now, and what to do; undefined if it can. */
function refusalOf(id: number, account: ErasableAccount | undefined): string | undefined {
  if (!account) return `There is no account ${id}.`;
  const { state, erasedAt, holds, busy } = account;
  if (state !== 'closed')
    return `The account ${id} is ${state}. Close it first (f2e account close ${id}), then erase it.`;
  if (erasedAt) return `The account ${id} was erased on ${erasedAt.toISOString().slice(0, 10)} already.`;
  const [hold] = holds;
  if (hold)
    return `The account ${id} is under legal hold ${hold.id} (“${hold.reason}”). It can be erased once that is lifted (f2e hold lift ${hold.id}).`;
  return busy > 0
    ? `A fax of the account ${id} is being sent or converted. Try again in a few minutes.`
    : undefined;
}

async function count(store: FileStore, key: string): Promise<number> {
  let files = 0;
  for await (const _ of store.list(`${key}/`)) files += 1;
  return files;
}

function refused(reason: string): { kind: 'refused'; reason: string } {
  return { kind: 'refused', reason };
}
