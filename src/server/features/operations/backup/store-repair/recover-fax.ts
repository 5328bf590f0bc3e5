import type { Database, Db } from '#engine/database/port.ts';
import type { FileStore } from '#engine/file-store/port.ts';
import { newPathKey } from '#engine/secrets/tokens.ts';

import { findContact, upsertParty } from '#server/features/faxes/arrivals/arrivals.service.ts';
import { writeAudit } from '#server/features/audit/log/audit.service.ts';
import { giveUpFiles } from '#server/features/faxes/files/removal.service.ts';
import { isRepeated, readDescription, sha256Of } from '#server/features/faxes/files/stored-faxes.service.ts';
import type { DescribedFax, Description } from '#server/features/faxes/files/stored-faxes.service.ts';
import {
  insertForgottenCall,
  insertForgottenDocument,
  insertForgottenFax,
  insertUncertainJob,
  isOwner,
  isRemovedOrKnown,
} from './recover-fax.store.ts';

/** The outcome for a fax that was missing from the database; `message` is a sentence for the operator. */
export type Recovered =
  | { kind: 'recovered'; faxIds: number[]; accountId: number }
  | { kind: 'duplicate' }
  | { kind: 'refused'; message: string };

/** Dependencies of recovering faxes. */
export interface RecoverDeps {
  database: Database;
  files: FileStore;
}

/**
 * Recovers a fax that is missing from the database, from the description beside its files: as received, or as sent with
 * the known outcome. A fax that may or may not have been sent is recovered as uncertain. With `dryRun` it only reports
 * what would happen. Throws the errors of the file store.
 */
export async function recoverFax(
  { database, files }: RecoverDeps,
  storageKey: string,
  dryRun = false,
): Promise<Recovered> {
  const what = await readDescription(files, storageKey);
  if (what === null) return refused('Its description is damaged, so nobody knows whose fax it is.');
  if (!(await isOwner(database.db, what.account)))
    return refused(
      `It belongs to account ${what.account.id} with the number ${what.account.number}, which this database does not have.`,
    );
  const fault = await faultOfFiles(files, storageKey, what);
  if (fault !== null) return refused(fault);
  if (!dryRun) return await database.transaction(async (tx) => await insert(tx, storageKey, what));
  return (await isRepeated(database.db, what))
    ? { kind: 'duplicate' }
    : { kind: 'recovered', faxIds: [], accountId: what.account.id };
}

function refused(message: string): Recovered {
  return { kind: 'refused', message };
}

async function faultOfFiles(
  files: FileStore,
  storageKey: string,
  { tiff, originals, faxes }: Description,
): Promise<string | null> {
  for (const { file, sha256 } of tiff === null ? originals : [tiff]) {
    const bytes = await files.get(`${storageKey}/${file}`);
    if (bytes === null) return `Its file ${file} is missing.`;
    if (sha256 !== undefined && sha256Of(bytes) !== sha256) return `Its file ${file} is damaged.`;
  }
  return faxes.length === 0 && tiff === null && originals.length === 0 ? 'It holds no pages.' : null;
}

async function insert(tx: Db, storageKey: string, what: Description): Promise<Recovered> {
  if (await isRemovedOrKnown(tx, storageKey)) return { kind: 'duplicate' };
  const { account, call } = what;
  if (await isRepeated(tx, what)) {
    // The line or the sender repeated it after a crash, and that copy became the fax.
    await giveUpFiles(tx, [storageKey]);
    return { kind: 'duplicate' };
  }
  const documentId = await insertForgottenDocument(tx, storageKey, what);
  const faxIds: number[] = [];
  for (const fax of what.faxes) faxIds.push(await insertFax(tx, documentId, what, fax));
  if (call && faxIds[0] !== undefined) await insertForgottenCall(tx, what, call, faxIds[0]);
  await writeAudit(tx, {
    actor: { kind: 'operator' },
    accountId: account.id,
    action: 'fax.recovered',
    object: `document/${documentId}`,
    detail: { faxIds, pages: what.pages, source: what.source },
  });
  return { kind: 'recovered', faxIds, accountId: account.id };
}

async function insertFax(tx: Db, documentId: number, what: Description, fax: DescribedFax): Promise<number> {
  const accountId = what.account.id;
  const contact = await findContact(tx, accountId, fax.other);
  const company = contact?.company ?? '';
  const partyId = await upsertParty(tx, accountId, {
    number: fax.other,
    company,
    sender: contact?.to_person ?? fax.stationId,
    toPerson: '',
  });
  // Nobody knows whether a fax that was still open has been sent since.
  const uncertain = fax.direction === 'S' && (fax.state === 'OPEN' || fax.reason === 'UNCERTAIN');
  const faxId = await insertForgottenFax(tx, {
    accountId,
    documentId,
    partyId,
    company,
    pages: what.pages,
    bytes: what.bytes,
    fax: {
      ...fax,
      pathKey: fax.pathKey ?? newPathKey(),
      ...(uncertain && { state: 'FAILED', reason: 'UNCERTAIN', uncertainPages: fax.uncertainPages ?? 0 }),
    },
  });
  if (uncertain) await insertUncertainJob(tx, accountId, faxId, fax);
  return faxId;
}
