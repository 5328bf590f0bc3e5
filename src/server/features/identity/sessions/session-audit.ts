import type { Db } from '#engine/database/port.ts';
import { writeAudit } from '#server/features/audit/log/audit.service.ts';

import type { LiveSession, LoginSubject } from './session.store.ts';

/** Returns the actor and object of an audit row. */
export function auditOf({ kind, id, personId }: AuditedSubject) {
  if (kind === 'operator') return { actor: { kind, id }, object: `operator/${id}` };
  const owner =
    kind === 'multifax'
      ? { actor: { kind: 'parent' as const, id }, object: `parent/${id}` }
      : { actor: { kind: 'account' as const, id }, accountId: id };
  return personId === undefined || personId === null ? owner : { ...owner, detail: { personId } };
}

interface AuditedSubject {
  kind: LiveSession['kind'];
  id: number;
  personId?: number | null | undefined;
}

/** Writes an audit row for a login that failed or had to wait. */
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

/** Writes an audit row for a login, with its provider and how many older sessions it ended. */
export async function auditLogin(
  tx: Db,
  subject: LoginSubject,
  { address, ended }: { address: string; ended: number },
): Promise<void> {
  const about = { detail: {}, ...auditOf(subject) };
  const provider = subject.signOn?.providerId;
  const detail = {
    ...about.detail,
    ...(provider !== undefined && { provider }),
    ...(ended > 0 && { endedOldest: ended }),
  };
  await writeAudit(tx, { ...about, action: 'session.login', address, detail });
}
