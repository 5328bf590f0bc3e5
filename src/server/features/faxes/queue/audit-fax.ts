import type { Db } from '#engine/database/port.ts';
import { byAccount } from '#server/kit/scope.ts';
import type { AccountCaller } from '#server/kit/scope.ts';

import { writeAudit } from '#server/features/audit/log/audit.service.ts';

/** Audits what a person or a program did with a fax in the queue. */
export async function auditFax(
  tx: Db,
  caller: AccountCaller,
  action: string,
  faxId: number,
  detail: object,
): Promise<void> {
  await writeAudit(tx, {
    ...byAccount(caller),
    action,
    object: `fax/${faxId}`,
    detail,
  });
}
