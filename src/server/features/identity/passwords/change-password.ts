import type { Database } from '#engine/database/port.ts';
import { writeAudit } from '#server/features/audit/log/audit.service.ts';
import type { QueueMail } from '#server/features/email/outgoing/mail-out.service.ts';
import { endSessions } from '#server/features/identity/sessions/session.service.ts';
import type { RenewedSession, SessionService } from '#server/features/identity/sessions/session.service.ts';
import { removeWaysIn } from '#server/features/identity/sessions/other-logins/ways-in.service.ts';
import type { Kept } from '#server/features/identity/sessions/other-logins/ways-in.service.ts';
import { AppError } from '#server/kit/app-error.ts';
import { auditOfOwner, customerLoginOf } from '#server/kit/owner.ts';
import type { CustomerLogin } from '#server/kit/owner.ts';
import type { AnyCaller } from '#server/kit/scope.ts';

import { faultInBrand, hashOf, refusedPassword } from './new-password.ts';
import { findSubject, storePassword } from './password.store.ts';
import type { Subject } from './password.store.ts';
import { provePassword } from './prove-password.ts';
import { tellOwner } from './tell-owner.ts';

/** Dependencies of a password change. */
export interface ChangeDeps {
  database: Database;
  queueMail: QueueMail;
  sessions: Pick<SessionService, 'renew'>;
}

/** The submitted form. */
export interface PasswordForm {
  current: string;
  new: string;
  confirm: string;
  /** Other ways to log in that stay valid. */
  keep?: readonly string[] | undefined;
  /** Those that the form listed. */
  shown?: readonly string[] | undefined;
}

/**
 * Changes the caller's own password, for an account, an administrator or a person (spec http-api 6.3). Ends other
 * sessions and every way to log in that is not kept, renews this session's token and mails the owner. Throws one of the
 * mapped errors, PASSWORD_RULES, PASSWORD_WRONG_CURRENT, TOO_MANY_ATTEMPTS after five wrong current passwords, or
 * LOGINS_CHANGED if a way to log in would end that the form did not list; the session stays open.
 */
export async function changePassword(
  deps: ChangeDeps,
  caller: AnyCaller,
  form: PasswordForm,
): Promise<RenewedSession> {
  const { db } = deps.database;
  const owner = customerLoginOf(caller);
  const subject = await findSubject(db, owner);
  if (!subject) throw new AppError('AUTH_REQUIRED');
  if (form.new !== form.confirm) throw mapped('PASSWORD_MISMATCH', 'confirm');
  const fault = await faultInBrand(db, subject, form.new);
  if (fault?.code === 'PASSWORD_LENGTH') throw mapped(fault.code, 'new', { min: fault.min, max: fault.max });
  if (fault) throw refusedPassword(fault, 'new');
  await provePassword(db, owner, form.current, 'current');
  if (form.new === form.current) throw mapped('PASSWORD_SAME_AS_OLD', 'new');
  return await store(
    deps,
    caller,
    { owner, subject },
    { hash: await hashOf(form.new), kept: form.keep ?? [], shown: form.shown },
  );
}

async function store(
  { database, queueMail, sessions }: ChangeDeps,
  caller: AnyCaller,
  { owner, subject }: { owner: CustomerLogin; subject: Subject },
  { hash, kept, shown }: { hash: string; kept: Kept; shown: PasswordForm['shown'] },
): Promise<RenewedSession> {
  return await database.transaction(async (tx) => {
    await storePassword(tx, subject, hash);
    await endSessions(tx, owner, caller.sessionIdHash);
    const renewed = await sessions.renew(tx, caller.sessionIdHash);
    const by = { ...auditOfOwner(owner), address: caller.address };
    await tellOwner(tx, queueMail, subject, await removeWaysIn(tx, owner, kept, by, shown));
    await writeAudit(tx, { ...by, action: 'password.change' });
    return renewed;
  });
}

type Mapped = 'PASSWORD_MISMATCH' | 'PASSWORD_LENGTH' | 'PASSWORD_SAME_AS_OLD';

function mapped(code: Mapped, field: keyof PasswordForm, params: Record<string, number> = {}): AppError {
  return new AppError(code, { fields: { [field]: code }, params });
}
