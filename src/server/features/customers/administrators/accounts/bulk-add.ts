import { createHash } from 'node:crypto';

import type { AccountType } from '#contract/customers/administrators.ts';
import { BULK_FAULTS, BULK_STEP } from '#contract/customers/bulk-add.ts';
import type { BulkFault, BulkRow } from '#contract/customers/bulk-add.ts';
import type { Db } from '#engine/database/port.ts';
import { listAreaCodes } from '#server/features/customers/locations/locations.service.ts';
import { AppError } from '#server/kit/app-error.ts';
import type { AdministratorCaller } from '#server/kit/scope.ts';

import { addServiceIn } from './add-service.ts';
import type { AddDeps } from './add-service.ts';
import {
  countFree,
  countFreeSlots,
  findKnownNumbers,
  lockFile,
  markAdded,
  readAdded,
} from './bulk-add.store.ts';
import { readBulkLines } from './bulk-lines.ts';
import type { BulkLine } from './bulk-lines.ts';
import { findProduct, readAdministrator } from './multifax-accounts.store.ts';

/** The result of a file, or of its preview. */
export interface BulkOutcome {
  rows: BulkRow[];
  /** Lines in the whole file. */
  total: number;
}

/** Previews what every line of a file would do now; adds nothing. Throws FILE_UNREADABLE, TOO_MANY_LINES. */
export async function previewBulk(
  deps: AddDeps,
  caller: AdministratorCaller,
  text: string,
): Promise<BulkOutcome> {
  const { db } = deps.database;
  const lines = readBulkLines(text, await listAreaCodes(db));
  const done = await readAdded(db, caller.parentId, fileHash(text));
  const stock = await openStock(db, caller, lines);
  const rows = lines.map((line) => {
    const known = done.get(line.line);
    if (known) return toRow(line, { state: 'known', number: known.number });
    const fault = line.fault ?? stock.take(line);
    return toRow(line, fault === null ? { state: 'ready' } : { state: 'refused', fault });
  });
  return { rows, total: rows.length };
}

/**
 * Adds the accounts of BULK_STEP lines starting at `from`, each in its own transaction together with the mark of its
 * line: a crash between two lines, or a repeated call, adds nothing twice. Throws like the preview.
 */
export async function addBulk(
  deps: AddDeps,
  caller: AdministratorCaller,
  { text, from }: { text: string; from: number },
): Promise<BulkOutcome> {
  const lines = readBulkLines(text, await listAreaCodes(deps.database.db));
  const file = fileHash(text);
  const rows: BulkRow[] = [];
  for (const line of lines.slice(from, from + BULK_STEP)) rows.push(await addLine(deps, caller, file, line));
  return { rows, total: lines.length };
}

async function addLine(
  deps: AddDeps,
  caller: AdministratorCaller,
  file: Buffer,
  line: BulkLine,
): Promise<BulkRow> {
  if (line.fault !== null || line.type === null)
    return toRow(line, { state: 'refused', fault: line.fault ?? 'TYPE_UNKNOWN' });
  const { type } = line;
  try {
    return await deps.database.transaction(async (tx) => {
      await lockFile(tx, caller.parentId);
      const known = (await readAdded(tx, caller.parentId, file)).get(line.line);
      if (known) return toRow(line, { state: 'known', number: known.number });
      const added = await addServiceIn(tx, deps, caller, {
        email: line.email,
        productType: type,
        productName: '',
        number: line.number,
        areaId: line.area,
        parentId: null,
        slotId: null,
      });
      await markAdded(tx, { parent: caller.parentId, file, line: line.line, account: added.id });
      return toRow(line, { state: 'added', number: added.number });
    });
  } catch (error) {
    const fault = error instanceof AppError && BULK_FAULTS.find((one) => one === error.code);
    if (!fault) throw error;
    return toRow(line, { state: 'refused', fault });
  }
}

/** Returns a counter of the remaining stock that the lines consume, in their order. */
async function openStock(db: Db, caller: AdministratorCaller, lines: readonly BulkLine[]) {
  const [parent, free, slots, known] = await Promise.all([
    readAdministrator(db, caller.parentId),
    countFree(db),
    countFreeSlots(db, caller.parentId),
    findKnownNumbers(
      db,
      lines.map(({ number }) => number),
    ),
  ]);
  const sold = new Map<AccountType, boolean>();
  for (const type of new Set(lines.map((line) => line.type)))
    if (type !== null && parent)
      sold.set(
        type,
        (type !== 'egnyte' || parent.is_egnyte) &&
          (await findProduct(db, parent.brand_id, type)) !== undefined,
      );
  let left = slots;
  const take = ({ type, area, number }: BulkLine): BulkFault | null => {
    if (type === null || sold.get(type) !== true) return 'NO_PRODUCT';
    if (type === 'custom' && known.has(number)) return 'NUMBER_IN_USE';
    const from = type === 'egnyte' ? [...free.keys()].find((code) => (free.get(code) ?? 0) > 0) : area;
    if ((type === 'local' || type === 'egnyte') && (free.get(from ?? '') ?? 0) <= 0) return 'POOL_EMPTY';
    if (left <= 0) return 'LIMIT_REACHED';
    left -= 1;
    if (type === 'local' || type === 'egnyte') free.set(from ?? '', (free.get(from ?? '') ?? 0) - 1);
    return null;
  };
  return { take };
}

function toRow(
  { line, email, written, area, number }: BulkLine,
  what: { state: BulkRow['state']; fault?: BulkFault; number?: string | null },
): BulkRow {
  const { state, fault, number: faxnumber } = what;
  return {
    line,
    email,
    type: written,
    area,
    number,
    state,
    fault: fault ?? null,
    faxnumber: faxnumber ?? null,
  };
}

function fileHash(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
