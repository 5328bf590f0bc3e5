import { z } from 'zod';

import type { Database } from '#engine/database/port.ts';
import { writeAudit } from '#server/features/audit/log/audit.service.ts';

import { readAccounts } from './accounts.store.ts';
import type { AccountChange } from './add-account.ts';
import { accountRules, dayLimit } from './account-rules.ts';
import { closeAccount } from './close-account.ts';
import type { Closing } from './close-account.ts';
import { findProductFor, updateAccount } from './operate-accounts.store.ts';

/**
 * The settings of an account that an operator may change, named as in `KEY=VALUE`; an empty month limit means the
 * product's own.
 */
const settings = z.strictObject({
  email: accountRules.email.optional(),
  options: accountRules.options.optional(),
  'month-limit': z
    .string()
    .regex(/^\d{0,7}$/, 'A month limit is a whole number of pages, or empty.')
    .transform((value) => (value === '' ? null : Number(value)))
    .pipe(accountRules.monthLimit)
    .optional(),
  hipaa: z
    .enum(['yes', 'no'], { error: 'hipaa is yes or no.' })
    .transform((value) => value === 'yes')
    .optional(),
  international: z
    .enum(['yes', 'no'], { error: 'international is yes or no.' })
    .transform((value) => value === 'yes')
    .optional(),
  'closes-at': z.literal('', { error: 'closes-at can only be emptied: the account stays open.' }).optional(),
  'station-id': z.string().max(20, 'A station id has at most 20 characters.').optional(),
  product: z.string().optional(),
  'day-calls': dayLimit.optional(),
  'day-pages': dayLimit.optional(),
  'per-number': dayLimit.optional(),
});

/** Names of the settings, for help and completion. */
export const ACCOUNT_SETTINGS = Object.keys(settings.shape);

/** Sets some of an account's fields; all or none. */
export async function setAccount(
  database: Database,
  id: number,
  written: Readonly<Record<string, string>>,
): Promise<AccountChange> {
  const unknown = Object.keys(written).find((name) => !ACCOUNT_SETTINGS.includes(name));
  if (unknown !== undefined)
    return {
      kind: 'refused',
      reason: `“${unknown}” cannot be set; these can: ${ACCOUNT_SETTINGS.join(', ')}.`,
    };
  const parsed = settings.safeParse(written);
  if (!parsed.success)
    return { kind: 'refused', reason: parsed.error.issues[0]?.message ?? 'This is not valid.' };
  const { email, options, hipaa, international, product } = parsed.data;
  const monthLimit = parsed.data['month-limit'];
  const stationId = parsed.data['station-id'];
  return await database.transaction(async (tx) => {
    // An empty product removes it.
    const productId = product ? await findProductFor(tx, id, product) : product === '' ? null : undefined;
    if (product !== undefined && productId === undefined)
      return {
        kind: 'refused',
        reason: `There is no account ${id}, or its brand has no product “${product}”.`,
      };
    const found = await updateAccount(tx, id, {
      email,
      options,
      monthLimit,
      hipaa,
      international,
      stationId,
      productId,
      dayCalls: parsed.data['day-calls'],
      dayPages: parsed.data['day-pages'],
      dayPerNumber: parsed.data['per-number'],
      stays: parsed.data['closes-at'] !== undefined,
    });
    const [account] = await readAccounts(tx, { id });
    if (!account) return { kind: 'refused', reason: `There is no account ${id}.` };
    if (!found) return { kind: 'refused', reason: `The account ${id} is closed.` };
    await writeAudit(tx, {
      actor: { kind: 'operator' },
      accountId: id,
      action: 'account.set',
      object: `account/${id}`,
      detail: { settings: Object.keys(written), ...limitsIn(written) },
    });
    return { kind: 'ok', account };
  });
}

/** Returns the limits that were set, for the audit: who allowed how much may be asked later. */
function limitsIn(written: Readonly<Record<string, string>>): Record<string, string> {
  const limits = ['day-calls', 'day-pages', 'per-number', 'month-limit'];
  return Object.fromEntries(Object.entries(written).filter(([name]) => limits.includes(name)));
}

/** Closes the account whose day has come. */
export async function closeDueAccount(database: Database, id: number, closing: Closing): Promise<void> {
  await database.transaction(async (tx) => {
    if (!(await closeAccount(tx, id, closing))) return;
    await writeAudit(tx, {
      actor: { kind: 'system' },
      accountId: id,
      action: 'account.close',
      object: `account/${id}`,
      detail: { because: 'closing day' },
    });
  });
}

/** Closes an account: nobody can log in, its number rests, its faxes are kept for their time. */
export async function closeByOperator(
  database: Database,
  id: number,
  closing: Closing,
): Promise<AccountChange> {
  return await database.transaction(async (tx) => {
    const [before] = await readAccounts(tx, { id });
    if (!before) return { kind: 'refused', reason: `There is no account ${id}.` };
    if (!(await closeAccount(tx, id, closing)))
      return { kind: 'refused', reason: `The account ${id} is closed already.` };
    await writeAudit(tx, {
      actor: { kind: 'operator' },
      accountId: id,
      action: 'account.close',
      object: `account/${id}`,
      detail: { number: before.faxNumber ?? before.pendingNumber },
    });
    const [account] = await readAccounts(tx, { id });
    return { kind: 'ok', account: account ?? before };
  });
}
