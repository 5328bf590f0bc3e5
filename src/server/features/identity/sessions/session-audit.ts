import type { Db } from '#engine/database/port.ts';
import { writeAudit } from '#server/features/audit/log/audit.service.ts';

import type { LiveSession, LoginSubject } from './session.store.ts';

/** Who did it, in the audit's words. */
export function auditOf({ kind, id }: { kind: LiveSession['kind']; id: number }) {
  if (kind === 'operator') return { actor: { kind, id }, object: `operator/${id}` };
  return kind === 'multifax'
    ? { actor: { kind: 'parent' as const, id }, object: `parent/${id}` }
    : { actor: { kind: 'account' as const, id }, accountId: id };
}

/** Somebody could not log in, or had to wait. */
export async function noteFailedLogin(
  db: Db,
  subject: LoginSubject | undefined,
  address: string,
): Promise<void> {
  const { accountId, object } = subject
    ? { accountId: undefined, object: undefined, ...auditOf(subject) }
    : {};
  await writeAudit(db, {
    actor: { kind: 'guest' },
    ...(accountId !== undefined && { accountId }),
    ...(object !== undefined && { object }),
    action: 'session.login-failed',
    address,
  });
}
