import type { SignOnFault } from '#contract/identity/single-sign-on.ts';
import type { Db } from '#engine/database/port.ts';
import { writeAudit } from '#server/features/audit/log/audit.service.ts';
import {
  addProvidedOperator,
  findOperator,
  keepProvidedRole,
} from '#server/features/identity/operators/provided-operators.service.ts';

import { addressFault } from './find-person.ts';
import { findOperatorRole } from './group-roles.store.ts';
import type { ProvedIdentity } from './proved-identity.ts';
import type { ProviderRow } from './providers.store.ts';
import { findLinkedOperator, linkIdentity } from './sign-on.store.ts';

/**
 * Returns the operator whom an operators' provider confirmed: the one linked to the subject; otherwise the one with the
 * address; otherwise a new one, if a group has a role. The address counts only if the provider may vouch for it.
 */
export async function findProvedOperator(
  tx: Db,
  provider: ProviderRow,
  { address, ...proved }: ProvedIdentity & { address: string },
): Promise<number | SignOnFault> {
  const { id: providerId } = provider;
  const role = await findOperatorRole(tx, providerId, proved.groups ?? []);
  const id = await findLinkedOperator(tx, providerId, proved.subject);
  const linked = id === undefined ? undefined : await findOperator(tx, { id });
  if (linked)
    return (await keepProvidedRole(tx, linked, { providerId, role }, address)) ? linked.id : 'unknown';
  if (addressFault(provider, proved) !== null) return 'address';
  const email = proved.email ?? '';
  const known = await findOperator(tx, { email });
  if (known && !(await keepProvidedRole(tx, known, { providerId, role }, address))) return 'unknown';
  const operator = known ?? (role && (await addProvidedOperator(tx, { email, role, providerId }, address)));
  if (!operator) return 'unknown';
  await linkIdentity(tx, { providerId, subject: proved.subject, operatorId: operator.id });
  await writeAudit(tx, {
    actor: { kind: 'operator', id: operator.id },
    action: 'sign-on.link',
    object: `identity_provider/${providerId}`,
    address,
  });
  return operator.id;
}
