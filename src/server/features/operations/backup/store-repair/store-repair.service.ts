import {
  checkFiles,
  noteFaults,
  readStored,
  stillHas,
  unknownFolders,
} from '#server/features/faxes/files/stored-faxes.service.ts';
import type { FileFault, StoredDocument } from '#server/features/faxes/files/stored-faxes.service.ts';
import { recoverFax } from './recover-fax.ts';
import type { RecoverDeps } from './recover-fax.ts';

/** Documents a question to the database. */
const DOCUMENTS_AT_ONCE = 500;

/** Something that is wrong with stored faxes; `message` is a sentence for the operator. */
export interface StoreFinding {
  problem: 'missing' | 'damaged' | 'unknown';
  /** The file, or the folder of a fax that the database does not know. */
  key: string;
  /** The faxes of the account that it belongs to; none when the database does not know it. */
  faxIds: number[];
  account: string;
  message: string;
}

/** What a look at the whole store found. */
export interface StoreCheck {
  documents: number;
  bytes: number;
  /** Faxes that were brought back, or would be in a trial. */
  recovered: number;
  findings: StoreFinding[];
}

/** A damaged or missing file with what it must be. */
export type WantedFile = FileFault & { document: StoredDocument };

/** Reads every stored file of every fax and compares it; gives every fault as it is found. */
export async function* checkDocuments(
  { database: { db }, files }: RecoverDeps,
  seen: { documents: number; bytes: number },
): AsyncIterable<WantedFile> {
  for (let after = 0; ;) {
    const documents = await readStored(db, after, DOCUMENTS_AT_ONCE);
    if (documents.length === 0) return;
    for (const document of documents) {
      const { bytes, faults } = await checkFiles(files, document);
      seen.documents += 1;
      seen.bytes += bytes;
      after = document.id;
      const real = faults.length > 0 && (await stillHas(db, document)) ? faults : [];
      await noteFaults(db, document.id, real);
      for (const fault of real) yield { ...fault, document };
    }
  }
}

/** A fault in words. */
export function findingOf({ problem, key, document: { faxIds, number } }: WantedFile): StoreFinding {
  const account = number ?? '';
  const whose = faxIds.length === 0 ? 'A document' : `Fax ${faxIds.join(', ')}`;
  const what =
    problem === 'missing' ? 'has lost a stored file' : 'has a stored file that was changed or cut short';
  return {
    problem,
    key,
    faxIds,
    account,
    message: `${whose} of account ${account} ${what}. Bring it back from a backup: f2e fsck --from <file>.`,
  };
}

/** Brings back every fax in the store that the database does not know; with `dryRun` it only looks. */
export async function recoverUnknown(
  deps: RecoverDeps,
  dryRun: boolean,
): Promise<Pick<StoreCheck, 'recovered' | 'findings'>> {
  let recovered = 0;
  const findings: StoreFinding[] = [];
  const note = (key: string, message: string): void => {
    findings.push({ problem: 'unknown', key, faxIds: [], account: '', message });
  };
  for await (const { storageKey, kind } of unknownFolders(deps.database, deps.files)) {
    // The clean-up removes those: nobody was told that they are safe.
    if (kind === 'unfinished') continue;
    if (kind === 'old') {
      note(
        storageKey,
        'The database does not know these files, and nothing beside them says whose they are. They are kept.',
      );
      continue;
    }
    const result = await recoverFax(deps, storageKey, dryRun);
    if (result.kind === 'recovered') recovered += 1;
    else if (result.kind === 'refused')
      note(storageKey, `A fax that the database does not know cannot be brought back: ${result.message}`);
  }
  return { recovered, findings };
}
