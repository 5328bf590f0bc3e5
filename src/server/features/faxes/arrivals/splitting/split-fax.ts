import { createHash } from 'node:crypto';

import { MOST_PARTS, SEPARATOR_TEXT } from '#contract/faxes/splitting.ts';
import type { Db } from '#engine/database/port.ts';
import { newPathKey } from '#engine/secrets/tokens.ts';
import { logEvent } from '#server/kit/log-event.ts';
import { provenAccount } from '#server/kit/scope.ts';
import type { AccountId } from '#server/kit/scope.ts';

import { writeAudit } from '#server/features/audit/log/audit.service.ts';
import { newStorageKey, removeStored } from '#server/features/faxes/files/stored-faxes.service.ts';
import { announce } from '../announce.ts';
import type { AnnounceDeps } from '../announce.ts';
import type { ArrivalsDeps } from '../arrival-deps.ts';
import { findParts } from './find-parts.ts';
import {
  insertPart,
  isHeldBack,
  keepWhole,
  lockUntouched,
  markAnnounced,
  readWhole,
  takeHeldBack,
} from './splitting.store.ts';
import type { StoredPart } from './splitting.store.ts';

/** Dependencies of splitting. */
export type SplitDeps = AnnounceDeps &
  Pick<ArrivalsDeps, 'database' | 'files' | 'documents' | 'pageTexts' | 'faultPoint' | 'log'>;

/** A received fax that was held back, and whether its time is over. */
export interface HeldFax {
  accountId: number;
  faxId: number;
  last: boolean;
}

interface OneFax {
  account: AccountId;
  faxId: number;
}

/**
 * Splits a fax that was held back at its separator pages, or announces it whole: once, however often this is called or
 * killed. The pages of its parts are stored first; all rows, mails, copies and rules follow in one transaction, which
 * also removes the note that the fax is held back. Throws whatever prevents splitting for now, unless its time is over.
 */
export async function settleArrival(deps: SplitDeps, { accountId, faxId, last }: HeldFax): Promise<void> {
  const fax = { account: provenAccount(accountId), faxId };
  if (!(await isHeldBack(deps.database.db, fax.account, faxId))) return;
  const parts = await prepare(deps, fax, last);
  deps.faultPoint('after_split_stored');
  const used = await deps.database.transaction(async (tx) => await settle(deps, tx, fax, parts));
  if (!used) await forget(deps, parts);
}

/** Stores the pages of the parts and returns the parts; none for a fax that stays whole. */
async function prepare(deps: SplitDeps, fax: OneFax, last: boolean): Promise<StoredPart[]> {
  try {
    return await storeParts(deps, fax);
  } catch (error) {
    if (!last) throw error;
    logEvent(deps.log, 'arrival.split-failed', { fax: fax.faxId, reason: String(error) });
    return [];
  }
}

async function storeParts(deps: SplitDeps, { account, faxId }: OneFax): Promise<StoredPart[]> {
  const { database, files, documents, pageTexts } = deps;
  const separators = await pageTexts.pagesWithBarcode(account, faxId, SEPARATOR_TEXT);
  const whole = await readWhole(database.db, account, faxId);
  const found = whole && separators.size > 0 ? findParts(whole.pages, separators, MOST_PARTS) : null;
  const tiff = whole && found ? await files.get(whole.tiffKey) : null;
  if (!whole || !found || !tiff) return [];
  const stored: StoredPart[] = [];
  for (const pages of found) {
    const plan = pages.map((page) => ({ page, rotation: 0 as const }));
    const made = await documents.arrangePages(tiff, plan);
    if (made.kind !== 'ok') throw new Error(`the pages could not be taken over: ${made.reason}`);
    const storageKey = newStorageKey();
    await files.put(`${storageKey}/fax.tiff`, made.tiff);
    stored.push({
      pages,
      storageKey,
      pathKey: newPathKey(),
      bytes: made.tiff.byteLength,
      sha256: createHash('sha256').update(made.tiff).digest(),
    });
  }
  return stored;
}

/** Returns true if the parts are now faxes. */
async function settle(
  deps: SplitDeps,
  tx: Db,
  { account, faxId }: OneFax,
  parts: readonly StoredPart[],
): Promise<boolean> {
  const held = await takeHeldBack(tx, account, faxId);
  if (!held) return false;
  const { byRule } = held;
  if (parts.length === 0 || !(await lockUntouched(tx, account, faxId))) {
    await markAnnounced(tx, account, faxId);
    await announce(deps, tx, { accountId: account, faxId, byRule });
    return false;
  }
  const ids: number[] = [];
  for (const [at, part] of parts.entries()) {
    const id = await insertPart(tx, account, faxId, { ...part, number: at + 1, count: parts.length });
    await deps.pageTexts.copyPart(tx, account, { from: faxId, to: id, pages: part.pages });
    ids.push(id);
  }
  await keepWhole(tx, account, { faxId, parts: parts.length });
  await writeAudit(tx, {
    actor: { kind: 'system' },
    accountId: account,
    action: 'fax.split',
    object: `fax/${faxId}`,
    detail: { parts: ids, pages: parts.map(({ pages }) => pages.length) },
  });
  for (const id of ids) await announce(deps, tx, { accountId: account, faxId: id, byRule });
  deps.faultPoint('before_split_commit');
  return true;
}

/** Removes the files of parts that nothing refers to, because another run decided on the fax or it stayed whole. */
async function forget({ files, log }: SplitDeps, parts: readonly StoredPart[]): Promise<void> {
  for (const { storageKey } of parts)
    await removeStored(files, storageKey).catch((error: unknown) =>
      logEvent(log, 'arrival.cleanup-failed', { reason: String(error) }),
    );
}
