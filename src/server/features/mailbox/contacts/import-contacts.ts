import type { ContactValues } from '#contract/mailbox/contact-rules.ts';
import { MAX_IMPORT_BYTES, MAX_IMPORT_LINES } from '#contract/mailbox/contacts.ts';
import type { ImportOutcome } from '#contract/mailbox/contacts.ts';
import type { Database } from '#engine/database/port.ts';
import { AppError } from '#server/kit/app-error.ts';
import { byAccount } from '#server/kit/scope.ts';
import type { AccountCaller } from '#server/kit/scope.ts';

import { writeAudit } from '#server/features/audit/log/audit.service.ts';
import { contactKeys, insertContacts, lockContacts, replaceContacts } from './contacts.store.ts';
import type { ContactKey } from './contacts.store.ts';
import { readLines, splitLines } from './import-lines.ts';

/** The lines to import, and whether they overwrite existing contacts. */
export interface ImportRequest {
  lines: readonly string[];
  overwrite: boolean;
  /** Whether to only return what would happen. */
  dryRun: boolean;
}

/** A contact during the import: an existing one, or a new one without an id. */
interface Place {
  id: number | null;
  faxnum: string;
  email: string;
  /** The values to write; the last line about a contact wins. */
  values: ContactValues | null;
}

/**
 * Imports in one transaction: after a crash or lost connection, all is stored or nothing (F-import-01, F-import-02).
 */
export async function importLines(
  database: Database,
  caller: AccountCaller,
  { lines, overwrite, dryRun, most }: ImportRequest & { most: number },
): Promise<ImportOutcome> {
  const split = splitLines(lines);
  refuseTooMuch(split);
  const { contacts, faults, ignored } = await readLines(split);
  if (contacts.length === 0 && !dryRun) throw new AppError('NO_USABLE_LINES');
  return await database.transaction(async (tx) => {
    if (!dryRun) await lockContacts(tx, caller.accountId);
    const known = await contactKeys(tx, caller.accountId);
    const plan = planImport(known, contacts, overwrite);
    refuseOverfull(known.length, plan.imported, most);
    const outcome = { imported: plan.imported, updated: plan.updated, skipped: plan.skipped };
    const told = { ...outcome, errors: faults, ...(ignored.length > 0 && { ignored }) };
    if (dryRun) return told;
    await insertContacts(tx, caller.accountId, plan.toInsert);
    await replaceContacts(tx, caller.accountId, plan.toReplace);
    await writeAudit(tx, {
      ...byAccount(caller),
      action: 'contact.import',
      detail: { ...outcome, refused: faults.length },
    });
    return told;
  });
}

/** All or nothing: half an address book is worse than a file that must be shortened (A-CONTACT-07). */
function refuseOverfull(known: number, wanted: number, most: number): void {
  if (wanted === 0 || known + wanted <= most) return;
  throw new AppError('TOO_MANY_CONTACTS', {
    sentence: 'TOO_MANY_CONTACTS_IMPORT',
    params: { max: most, fits: Math.max(most - known, 0), wanted },
  });
}

function refuseTooMuch(lines: readonly string[]): void {
  // Counts one more character for each line end, as in the file.
  const length = lines.reduce((sum, line) => sum + line.length + 1, -1);
  if (length > MAX_IMPORT_BYTES) throw new AppError('IMPORT_TOO_BIG');
  if (lines.filter((line) => line.trim() !== '').length > MAX_IMPORT_LINES)
    throw new AppError('TOO_MANY_LINES', { params: { max: MAX_IMPORT_LINES } });
}

/** The changes that an import makes to the address book. */
export interface ImportPlan {
  imported: number;
  updated: number;
  skipped: number;
  toInsert: ContactValues[];
  toReplace: { id: number; values: ContactValues }[];
}

/** Decides for each line whether it is new, overwrites or is skipped. It may match an earlier line of the same file. */
export function planImport(
  existing: readonly ContactKey[],
  contacts: readonly ContactValues[],
  overwrite: boolean,
): ImportPlan {
  const book = new Book(existing);
  const fresh: Place[] = [];
  const changed = new Set<Place>();
  let [updated, skipped] = [0, 0];
  for (const values of contacts) {
    const same = book.find(values);
    if (!same) fresh.push(book.add({ id: null, faxnum: values.faxnum, email: emailKey(values), values }));
    else if (!overwrite) skipped += 1;
    else {
      book.overwrite(same, values);
      if (same.id !== null) changed.add(same);
      updated += 1;
    }
  }
  return {
    imported: fresh.length,
    updated,
    skipped,
    toInsert: fresh.flatMap(({ values }) => values ?? []),
    toReplace: [...changed].flatMap(({ id, values }) => (id === null || !values ? [] : { id, values })),
  };
}

/** Finds contacts by key: the number, or for a line without one the email address (spec decisions 5.6). */
class Book {
  readonly #byNumber = new Map<string, Place>();
  readonly #byEmail = new Map<string, Place>();

  constructor(existing: readonly ContactKey[]) {
    for (const key of existing) this.add({ ...key, values: null });
  }

  find(values: ContactValues): Place | undefined {
    return values.faxnum === '' ? this.#byEmail.get(emailKey(values)) : this.#byNumber.get(values.faxnum);
  }

  add(place: Place): Place {
    if (place.faxnum !== '') this.#byNumber.set(place.faxnum, place);
    if (place.email !== '' && !this.#byEmail.has(place.email)) this.#byEmail.set(place.email, place);
    return place;
  }

  /** Overwrites a contact with a line. One found by email keeps its number, because the line has none. */
  overwrite(place: Place, values: ContactValues): void {
    if (this.#byEmail.get(place.email) === place) this.#byEmail.delete(place.email);
    place.values = { ...values, faxnum: place.faxnum };
    place.email = emailKey(values);
    this.add(place);
  }
}

function emailKey({ email }: Pick<ContactValues, 'email'>): string {
  return email.toLowerCase();
}
