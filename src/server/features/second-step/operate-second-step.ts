import type { Database } from '#engine/database/port.ts';
import { writeAudit } from '#server/features/audit/audit.service.ts';
import type { Owner } from '#server/kit/owner.ts';

import { deleteStep } from './second-step.store.ts';

/** For people who lost their app and their recovery codes: logging in takes the password alone again. False when it did already. */
export async function resetSecondStep(database: Database, owner: Owner): Promise<boolean> {
  return await database.transaction(async (tx) => {
    const was = await deleteStep(tx, owner);
    await writeAudit(tx, {
      actor: { kind: 'operator' },
      ...(owner.kind === 'account' ? { accountId: owner.id } : {}),
      action: 'second-step.reset',
      object: `${owner.kind}/${owner.id}`,
      detail: { was },
    });
    return was;
  });
}
