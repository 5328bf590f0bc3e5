import type { Database } from '#engine/database/port.ts';
import { writeAudit } from '#server/features/audit/log/audit.service.ts';
import type { QueueMail } from '#server/features/email/outgoing/mail-out.service.ts';
import { endSessions } from '#server/features/identity/sessions/session.service.ts';
import type { RenewedSession, SessionService } from '#server/features/identity/sessions/session.service.ts';
import { removeWaysIn } from '#server/features/identity/sessions/other-logins/ways-in.service.ts';
import type { Kept } from '#server/features/identity/sessions/other-logins/ways-in.service.ts';
import { AppError } from '#server/kit/app-error.ts';
import type { Caller } from '#server/kit/scope.ts';

import { faultInBrand, hashOf, refusedPassword } from './new-password.ts';
import { findAccountSubject, storePassword } from './password.store.ts';
import type { Subject } from './password.store.ts';
import { provePassword } from './prove-password.ts';
import { tellOwner } from './tell-owner.ts';

/** What changing needs. */
export interface ChangeDeps {
  database: Database;
  queueMail: QueueMail;
  sessions: Pick<SessionService, 'renew'>;
}

/** What was typed into the form. */
export interface PasswordForm {
  current: string;
  new: string;
  confirm: string;
  /** What else goes on opening the account. */
  keep?: readonly string[] | undefined;
}

/**
 * Changes one's own password: other sessions and what is not kept end, this one gets a new token, the owner is told by
 * mail (spec http-api 6.3).
 * Throws one of the mapped errors, or TOO_MANY_ATTEMPTS after five wrong current passwords; the session stands.
 */
export async function changePassword(
  deps: ChangeDeps,
  caller: Caller,
  form: PasswordForm,
): Promise<RenewedSession> {
  const { db } = deps.database;
  const account = await findAccountSubject(db, { id: caller.accountId });
  if (!account) throw new AppError('AUTH_REQUIRED');
  if (form.new !== form.confirm) throw mapped('PASSWORD_MISMATCH', 'confirm');
  const fault = await faultInBrand(db, account, form.new);
  if (fault?.code === 'PASSWORD_LENGTH') throw mapped(fault.code, 'new', { min: fault.min, max: fault.max });
  if (fault) throw refusedPassword(fault, 'new');
  await provePassword(db, account, form.current, 'current');
  if (form.new === form.current) throw mapped('PASSWORD_SAME_AS_OLD', 'new');
  return await store(deps, caller, account, { hash: await hashOf(form.new), kept: form.keep ?? [] });
}

async function store(
  { database, queueMail, sessions }: ChangeDeps,
  caller: Caller,
  account: Subject,
  { hash, kept }: { hash: string; kept: Kept },
): Promise<RenewedSession> {
  return await database.transaction(async (tx) => {
    await storePassword(tx, account, hash);
    await endSessions(tx, 'user', account.id, caller.sessionIdHash);
    const renewed = await sessions.renew(tx, caller.sessionIdHash);
    const by = { actor: { kind: 'account', id: account.id }, address: caller.address } as const;
    const owner = { kind: 'account', id: caller.accountId } as const;
    await tellOwner(tx, queueMail, account, await removeWaysIn(tx, owner, kept, by));
    await writeAudit(tx, {
      actor: { kind: 'account', id: account.id },
      accountId: account.id,
      action: 'password.change',
      object: `account/${account.id}`,
      address: caller.address,
    });
    return renewed;
  });
}

type Mapped = 'PASSWORD_MISMATCH' | 'PASSWORD_LENGTH' | 'PASSWORD_SAME_AS_OLD';

function mapped(code: Mapped, field: keyof PasswordForm, params: Record<string, number> = {}): AppError {
  return new AppError(code, { fields: { [field]: code }, params });
}
