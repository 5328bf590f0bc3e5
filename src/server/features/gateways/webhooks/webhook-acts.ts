import type { Db } from '#engine/database/port.ts';
import { writeAudit } from '#server/features/audit/log/audit.service.ts';
import { countAttempt } from '#server/features/identity/sessions/session.service.ts';
import { AppError } from '#server/kit/app-error.ts';
import { auditOfOwner } from '#server/kit/owner.ts';
import type { Owner } from '#server/kit/owner.ts';

/** The settings of an endpoint to add or change. */
export interface EndpointForm {
  url?: string | undefined;
  events?: string[] | undefined;
  description?: string | undefined;
  active?: boolean | undefined;
}

/** The owner who acts, from an address, with or without a key. */
export interface WebhookActor {
  owner: Owner;
  address: string;
  /** The key of a program. */
  keyId?: number;
  /** Whether an operator acts for the owner. */
  byOperator?: true;
}

/** How many address lookups and manual posts one owner may trigger: enough for setup, too few for scanning. */
const TRIES = { most: 60, seconds: 600 } as const;

/** Counts one of them. Throws TOO_MANY_REQUESTS. */
export async function countTry(db: Db, { kind, id }: Owner): Promise<void> {
  const key = `webhook-tries:${kind}/${id}`;
  const { count, secondsLeft } = await countAttempt(db, key, TRIES.seconds);
  if (count > TRIES.most) throw new AppError('TOO_MANY_REQUESTS', { retryAfterSeconds: secondsLeft });
}

/** Returns the value. Throws NOT_FOUND if it does not exist or belongs to another owner. */
export function found<T>(value: T | undefined): T {
  if (value === undefined) throw new AppError('NOT_FOUND');
  return value;
}

/** Audits an action on an endpoint, with the key that was used. */
export async function audit(
  tx: Db,
  { owner, address, keyId, byOperator }: WebhookActor,
  action: string,
  id: string,
  detail: Record<string, unknown> = {},
): Promise<void> {
  const who = auditOfOwner(owner);
  const by = keyId === undefined ? {} : { keyId };
  await writeAudit(tx, {
    ...who,
    ...(byOperator && { actor: { kind: 'operator' as const } }),
    action,
    object: `webhook/${id}`,
    detail: { ...detail, ...by },
    address,
  });
}
