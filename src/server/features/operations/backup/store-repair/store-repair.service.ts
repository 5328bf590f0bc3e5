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

/** Documents per database query. */
const DOCUMENTS_AT_ONCE = 500;

/** A problem with stored faxes; `message` is a sentence for the operator. */
export interface StoreFinding {
  problem: 'missing' | 'damaged' | 'unknown';
  /** The file, or the folder of a fax that is missing from the database. */
  key: string;
  /** The account's faxes that it belongs to; empty if it is missing from the database. */
  faxIds: number[];
  account: string;
  message: string;
}

/** The result of checking the whole store. */
export interface StoreCheck {
  documents: number;
  bytes: number;
  /** Faxes that were recovered, or would be without a dry run. */
  recovered: number;
  findings: StoreFinding[];
}

/** A damaged or missing file, with what it should be. */
export type WantedFile = FileFault & { document: StoredDocument };

/** Reads every stored file of every fax and compares it with its hash; yields each fault as it is found. */
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

/** Describes a fault for the operator. */
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

/** Recovers every fax in the store that is missing from the database; with `dryRun` it changes nothing. */
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
    // The cleanup removes those: nobody was told that they are safe.
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
