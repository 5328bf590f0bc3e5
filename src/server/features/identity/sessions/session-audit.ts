import type { Db } from '#engine/database/port.ts';
import { writeAudit } from '#server/features/audit/log/audit.service.ts';

import type { LiveSession, LoginSubject } from './session.store.ts';

/** Who did it, in the audit's words. */
export function auditOf({ kind, id, personId }: AuditedSubject) {
  if (kind === 'operator') return { actor: { kind, id }, object: `operator/${id}` };
  if (kind === 'multifax') return { actor: { kind: 'parent' as const, id }, object: `parent/${id}` };
  const account = { actor: { kind: 'account' as const, id }, accountId: id };
  return personId === undefined || personId === null ? account : { ...account, detail: { personId } };
}

interface AuditedSubject {
  kind: LiveSession['kind'];
  id: number;
  personId?: number | null | undefined;
}

/** Somebody could not log in, or had to wait. */
export async function noteFailedLogin(
  db: Db,
  subject: LoginSubject | undefined,
  address: string,
): Promise<void> {
  await writeAudit(db, {
    ...(subject && auditOf(subject)),
    actor: { kind: 'guest' },
    action: 'session.login-failed',
    address,
  });
}
