import type { Db } from '#engine/database/port.ts';
import { writeAudit } from '#server/features/audit/log/audit.service.ts';
import type { ManagingCaller } from '#server/kit/scope.ts';

/** Writes an audit row for an administrator's action on their provider; without a caller, for the system's. */
export async function auditProvider(
  tx: Db,
  caller: ManagingCaller | undefined,
  provider: number,
  act: 'add' | 'change' | 'remove' | 'give-role' | 'take-role',
  detail: object = {},
): Promise<void> {
  await writeAudit(tx, {
    actor: caller ? { kind: 'parent', id: caller.parentId } : { kind: 'system' },
    action: `identity-provider.${act}`,
    object: `identity_provider/${provider}`,
    detail: { ...detail },
    ...(caller && { address: caller.address }),
  });
}
