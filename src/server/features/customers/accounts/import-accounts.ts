import { findAccountOfNumber } from './accounts.store.ts';
import { addAccount } from './add-account.ts';
import type { AccountsDeps } from './add-account.ts';
import { readImportLines } from './import-lines.ts';
import type { ImportLine } from './import-lines.ts';

/** The result of importing a file of accounts. */
export type AccountsImported =
  | {
      kind: 'ok';
      added: { uid: number; number: string }[];
      /** Numbers that already exist with the same owner: a file can be imported again after an interruption. */
      known: string[];
      refused: { line: number; number: string; reason: string }[];
    }
  | { kind: 'refused'; reason: string };

/**
 * Adds the accounts of a file to a brand, each in its own transaction. A refused line does not stop the others. Calls
 * `progress` after each line, for the person who waits. Without `queueMail` no mails are sent.
 */
export async function importAccounts(
  deps: AccountsDeps,
  brandId: number,
  text: string,
  progress: (done: number, total: number) => void,
): Promise<AccountsImported> {
  const read = readImportLines(text);
  if (read.kind === 'refused') return read;
  const found: Extract<AccountsImported, { kind: 'ok' }> = { kind: 'ok', added: [], known: [], refused: [] };
  for (const [index, line] of read.lines.entries()) {
    const { number } = line;
    const outcome = await importLine(deps, brandId, line);
    if (outcome === 'known') found.known.push(number);
    else if (typeof outcome === 'number') found.added.push({ uid: outcome, number });
    else found.refused.push({ line: line.line, number, reason: outcome.reason });
    progress(index + 1, read.lines.length);
  }
  return found;
}

/** Returns the id of the new account, or «known» if its owner already has it. */
async function importLine(
  deps: AccountsDeps,
  brandId: number,
  line: ImportLine,
): Promise<number | 'known' | { reason: string }> {
  const { number, email, options, monthLimit, hipaa, parentId, product, tour, fault } = line;
  if (fault !== null) return { reason: fault };
  const there = await findAccountOfNumber(deps.database.db, number);
  if (there?.brandId === brandId && there.email.toLowerCase() === email.toLowerCase()) return 'known';
  const change = await addAccount(deps, {
    brandId,
    number: { number },
    email,
    options,
    hipaa,
    tour,
    ...(monthLimit !== null && { monthLimit }),
    ...(parentId !== null && { parentId }),
    ...(product !== '' && { product }),
  });
  return change.kind === 'ok' ? change.account.id : { reason: change.reason };
}
