import type { ContactValues } from '#contract/mailbox/contact-rules.ts';
import { MAX_IMPORT_BYTES, MAX_IMPORT_LINES } from '#contract/mailbox/contacts.ts';
import type { ImportOutcome } from '#contract/mailbox/contacts.ts';
import type { Database } from '#engine/database/port.ts';
import { AppError } from '#server/kit/app-error.ts';
import type { AccountCaller } from '#server/kit/scope.ts';

import { writeAudit } from '#server/features/audit/log/audit.service.ts';
import { contactKeys, insertContacts, lockContacts, replaceContacts } from './contacts.store.ts';
import type { ContactKey } from './contacts.store.ts';
import { readLines, splitLines } from './import-lines.ts';

/** What is to be imported, and what happens to contacts that exist already. */
export interface ImportRequest {
  lines: readonly string[];
  overwrite: boolean;
  /** Says what would happen and changes nothing. */
  dryRun: boolean;
}

/** A contact during the import: one of the account's, or a new one that has no id yet. */
interface Place {
  id: number | null;
  faxnum: string;
  email: string;
  /** What is written over it; the last line about a contact counts. */
  values: ContactValues | null;
}

/** Imports in one transaction: after a crash or a lost connection everything is there or nothing is (F-import-01, F-import-02). */
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
      actor: { kind: 'account', id: caller.accountId },
      accountId: caller.accountId,
      action: 'contact.import',
      detail: { ...outcome, refused: faults.length },
      address: caller.address,
    });
    return told;
  });
}

/** All or nothing: half an address book is worse than a file that has to be shortened (A-CONTACT-07). */
function refuseOverfull(known: number, wanted: number, most: number): void {
  if (wanted === 0 || known + wanted <= most) return;
  throw new AppError('TOO_MANY_CONTACTS', {
    sentence: 'TOO_MANY_CONTACTS_IMPORT',
    params: { max: most, fits: Math.max(most - known, 0), wanted },
  });
}

function refuseTooMuch(lines: readonly string[]): void {
  // One more character for each line's end, as in the file.
  const length = lines.reduce((sum, line) => sum + line.length + 1, -1);
  if (length > MAX_IMPORT_BYTES) throw new AppError('IMPORT_TOO_BIG');
  if (lines.filter((line) => line.trim() !== '').length > MAX_IMPORT_LINES)
    throw new AppError('TOO_MANY_LINES', { params: { max: MAX_IMPORT_LINES } });
}

/** What an import does to the address book. */
export interface ImportPlan {
  imported: number;
  updated: number;
  skipped: number;
  toInsert: ContactValues[];
  toReplace: { id: number; values: ContactValues }[];
}

/** Decides line by line what is new, what overwrites and what is skipped; a line may meet one before it in the same file. */
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

/** Finds contacts by what makes them the same: the number, or for a line without one the e-mail address (spec decisions 5.6). */
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

  /** Writes a line over a contact. One that was found by its e-mail keeps its number: the line says nothing about it. */
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
