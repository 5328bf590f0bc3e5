import { formatFaxNumber, normalizeNumber } from '#contract/kit/fax-number.ts';
import type { Database, Db } from '#engine/database/port.ts';
import { closeAccount } from '#server/features/customers/accounts/accounts.service.ts';
import { writeAudit } from '#server/features/audit/log/audit.service.ts';
import { managedAccountOf } from '#server/kit/managed-account.ts';
import type { QueueMail } from '#server/features/email/outgoing/mail-out.service.ts';
import {
  createTellOfChange,
  faultForAccount,
  hashOf,
  refusedPassword,
  sendVerification,
} from '#server/features/identity/passwords/password.service.ts';
import { countAttempt, endSessions } from '#server/features/identity/sessions/session.service.ts';
import { removeWaysIn } from '#server/features/identity/sessions/other-logins/ways-in.service.ts';
import { AppError } from '#server/kit/app-error.ts';
import type { AccountId, ManagingCaller } from '#server/kit/scope.ts';

import {
  lockManagedAccount,
  readAdministrator,
  setEmail,
  setPasswordHash,
} from './multifax-accounts.store.ts';
import type { ManagedAccountToChange } from './multifax-accounts.store.ts';

/**
 * Limit of removals per administrator: every removed account keeps a number out of the pool for months, so that adding
 * and removing accounts must not empty it (A-MULTI-01).
 */
const REMOVALS = { most: 30, seconds: 60 * 60 };

const ACCOUNTS_PAGE = '/multifax/configure-fax-accounts';

/** Dependencies of changes. */
export interface ChangeDeps {
  database: Database;
  queueMail: QueueMail;
}

/** Identifies the account; if a number is given, it must be the account's own (A-TENANT-18). */
export interface WhichService {
  id: number;
  number: string;
}

/**
 * Changes email or password of an account; empty fields stay unchanged (spec http-api 8.7). Throws NOT_FOUND,
 * VALIDATION, PASSWORD_RULES.
 */
export async function changeService(
  deps: ChangeDeps,
  caller: ManagingCaller,
  which: WhichService,
  change: { email: string; password: string },
): Promise<void> {
  const { database } = deps;
  const account = await managedAccountOf(database.db, caller.parentId, which.id);
  const hash = change.password === '' ? null : await hashFor(database.db, account, change.password);
  await database.transaction(async (tx) => {
    const child = await locked(tx, caller, account, which);
    const entered = child.new_email ?? child.admin_email;
    const email = change.email === '' || change.email === entered ? null : change.email;
    if (hash !== null) await applyPassword(tx, deps, { child, account, caller }, hash);
    // Back to the confirmed address: the pending one is dropped, with its link.
    if (email === child.admin_email) await setEmail(tx, child, null);
    else if (email !== null) await applyEmail(tx, deps, child, email);
    if (hash === null && email === null) return;
    await audit(tx, caller, account, 'account.change', {
      ...(email !== null && { email }),
      ...(hash !== null && { password: true }),
    });
  });
}

async function hashFor(db: Db, account: AccountId, password: string): Promise<string> {
  const fault = await faultForAccount(db, account, password);
  if (fault) throw refusedPassword(fault, 'password');
  return await hashOf(password);
}

async function locked(
  tx: Db,
  caller: ManagingCaller,
  account: AccountId,
  { number }: WhichService,
): Promise<ManagedAccountToChange> {
  const child = await lockManagedAccount(tx, caller.parentId, account);
  const named = normalizeNumber(number);
  if (!child || (named !== '' && named !== (child.fax_number ?? named))) throw new AppError('NOT_FOUND');
  return child;
}

async function applyPassword(
  tx: Db,
  { queueMail }: ChangeDeps,
  { child, account, caller }: { child: ManagedAccountToChange; account: AccountId; caller: ManagingCaller },
  hash: string,
): Promise<void> {
  await setPasswordHash(tx, child.id, hash);
  await endSessions(tx, { kind: 'account', id: child.id });
  const owner = { kind: 'account', id: account } as const;
  const by = { actor: { kind: 'parent', id: caller.parentId }, address: caller.address } as const;
  if ((await removeWaysIn(tx, owner, 'older', by)) > 0)
    await createTellOfChange(queueMail)(tx, owner, 'keysRemoved');
  await queueMail(tx, {
    ...mailTo(child, child.admin_email),
    template: 'password-changed',
    params: { name: nameOf(child) },
    path: '/forgot-password',
  });
}

/** Notifies both addresses (spec http-api 8.7); the new one must be confirmed before it is used. */
async function applyEmail(tx: Db, { queueMail }: ChangeDeps, child: ManagedAccountToChange, email: string) {
  await setEmail(tx, child, email);
  for (const to of [child.admin_email, email])
    await queueMail(tx, {
      ...mailTo(child, to),
      template: 'email-changed',
      params: { name: nameOf(child), address: email },
      path: '/login',
      ...(to === email && { atLimit: 'refuse' }),
    });
  await sendVerification(tx, queueMail, child.id, { atLimit: 'refuse' });
}

/** Mails the confirmation link again. Throws NOT_FOUND, ALREADY_CONFIRMED and the limits of such mails. */
export async function resendServiceLink(
  { database, queueMail }: ChangeDeps,
  caller: ManagingCaller,
  id: number,
): Promise<void> {
  const account = await managedAccountOf(database.db, caller.parentId, id);
  await database.transaction(async (tx) => {
    const child = await locked(tx, caller, account, { id, number: '' });
    if (child.proved && child.new_email === null) throw new AppError('ALREADY_CONFIRMED');
    await sendVerification(tx, queueMail, account, { atLimit: 'refuse' });
    await audit(tx, caller, account, 'account.resend-verify', {});
  });
}

/**
 * Removes an account: it is closed, its number rests, its service becomes free (spec http-api 8.8). Throws NOT_FOUND,
 * TOO_MANY_REQUESTS.
 */
export async function deleteService(
  { database, queueMail, restDays }: ChangeDeps & { restDays: number },
  caller: ManagingCaller,
  which: WhichService & { parentId: number | null },
): Promise<void> {
  if (which.parentId !== null && which.parentId !== Number(caller.parentId)) throw new AppError('NOT_FOUND');
  const account = await managedAccountOf(database.db, caller.parentId, which.id);
  const { count, secondsLeft } = await countAttempt(
    database.db,
    `services-removed:${caller.parentId}`,
    REMOVALS.seconds,
  );
  if (count > REMOVALS.most) throw new AppError('TOO_MANY_REQUESTS', { retryAfterSeconds: secondsLeft });
  await database.transaction(async (tx) => {
    const child = await locked(tx, caller, account, which);
    const parent = await readAdministrator(tx, caller.parentId);
    if (!(await closeAccount(tx, account, { restDays, queueMail }))) throw new AppError('NOT_FOUND');
    await audit(tx, caller, account, 'account.close', { number: child.fax_number ?? child.pending_number });
    for (const to of new Set([child.admin_email, parent?.email ?? child.admin_email]))
      await queueMail(tx, {
        ...mailTo(child, to),
        template: 'service-removed',
        params: { name: nameOf(child) },
        path: ACCOUNTS_PAGE,
      });
  });
}

function nameOf(child: ManagedAccountToChange): string {
  return formatFaxNumber(child.fax_number ?? child.pending_number ?? '') ?? child.admin_email;
}

function mailTo({ id, brand_id, language }: ManagedAccountToChange, to: string) {
  return { accountId: id, brandId: brand_id, language, to };
}

async function audit(
  tx: Db,
  caller: ManagingCaller,
  accountId: AccountId,
  action: string,
  detail: object,
): Promise<void> {
  await writeAudit(tx, {
    actor: { kind: 'parent', id: caller.parentId },
    accountId,
    action,
    object: `account/${accountId}`,
    detail,
    address: caller.address,
  });
}
