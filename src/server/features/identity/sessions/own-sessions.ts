import type { Database } from '#engine/database/port.ts';
import { writeAudit } from '#server/features/audit/log/audit.service.ts';
import { AppError } from '#server/kit/app-error.ts';
import { auditOfOwner, customerLoginOf, ownerOf } from '#server/kit/owner.ts';
import type { AnyCaller } from '#server/kit/scope.ts';

import { endSessionById } from './own-sessions.store.ts';

/** Ends one of the caller's own sessions. Throws NOT_FOUND if it is not the caller's. */
export async function endOwnSession(database: Database, caller: AnyCaller, id: string): Promise<void> {
  await database.transaction(async (tx) => {
    if (!(await endSessionById(tx, customerLoginOf(caller), id))) throw new AppError('NOT_FOUND');
    await writeAudit(tx, {
      ...auditOfOwner(ownerOf(caller)),
      action: 'session.end',
      object: `session/${id}`,
      address: caller.address,
    });
  });
}
