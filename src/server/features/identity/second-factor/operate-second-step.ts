import type { Database } from '#engine/database/port.ts';
import { writeAudit } from '#server/features/audit/log/audit.service.ts';
import type { TellOfChange } from '#server/features/identity/passwords/password.service.ts';
import { deleteAllPasskeys } from './passkeys/passkeys.store.ts';
import type { LoginOwner } from '#server/kit/owner.ts';

import { deleteStep } from './second-step.store.ts';

/** What was removed. */
export interface Reset {
  /** Whether two-step login was on. */
  wasOn: boolean;
  /** How many passkeys there were; a lost device may hold some of them. */
  passkeys: number;
}

/**
 * Removes two-step login and passkeys for an owner who lost device and recovery codes; the password alone is enough.
 */
export async function resetSecondStep(
  { database, tell }: { database: Database; tell: TellOfChange },
  owner: LoginOwner,
): Promise<Reset> {
  return await database.transaction(async (tx) => {
    const reset = {
      wasOn: await deleteStep(tx, owner),
      passkeys: owner.kind === 'operator' ? 0 : await deleteAllPasskeys(tx, owner),
    };
    await tell(tx, owner, 'stepReset');
    await writeAudit(tx, {
      actor: { kind: 'operator' },
      ...(owner.kind === 'account' ? { accountId: owner.id } : {}),
      action: 'second-step.reset',
      object: `${owner.kind}/${owner.id}`,
      detail: { ...reset },
    });
    return reset;
  });
}
