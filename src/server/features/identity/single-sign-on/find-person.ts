import { nameFrom } from '#contract/identity/person-name.ts';
import type { TestFault } from '#contract/identity/administration-sign-on.ts';
import type { SignOnFault } from '#contract/identity/single-sign-on.ts';
import type { Db } from '#engine/database/port.ts';
import { writeAudit } from '#server/features/audit/log/audit.service.ts';
import type { InvitationsService } from '#server/features/identity/people/invitations.service.ts';
import type { SessionService } from '#server/features/identity/sessions/session.service.ts';
import type { LoginFrom } from '#server/kit/login-from.ts';

import { giveAnyRole } from './group-roles.store.ts';
import type { ProvedIdentity } from './proved-identity.ts';
import type { ProviderRow } from './providers.store.ts';
import { findLinkedPerson, linkIdentity } from './sign-on.store.ts';

/** Dependencies of the search for a person. */
export interface FindDeps {
  sessions: Pick<SessionService, 'subjectOf'>;
  invitations: Pick<InvitationsService, 'personOf' | 'acceptAll' | 'addPerson'>;
}

/** Returns a person whom a provider confirmed, if the provider may let them in anywhere. */
export async function reachableSubject(sessions: FindDeps['sessions'], person: number, providerId: number) {
  const subject = await sessions.subjectOf({ kind: 'person', id: person, signOn: { providerId, sid: null } });
  return subject?.reachable === true ? subject : undefined;
}

/**
 * Returns the local person: the one linked to the subject; otherwise, if the provider may vouch for the address, the
 * one who has it, was invited, or has a role by group. Never matches by an address that nobody vouches for.
 */
export async function findProvedPerson(
  { sessions, invitations }: FindDeps,
  tx: Db,
  provider: ProviderRow,
  proved: ProvedIdentity & { from: LoginFrom },
): Promise<number | SignOnFault> {
  const { brandId, address } = proved.from;
  const groups = proved.groups ?? [];
  const mayEnter = async (id: number) =>
    (await reachableSubject(sessions, id, provider.id)) !== undefined ||
    (await giveAnyRole(tx, provider.id, groups, id));
  const linked = await findLinkedPerson(tx, provider.id, proved.subject);
  if (linked !== undefined && (await mayEnter(linked))) return linked;
  if (addressFault(provider, proved) !== null)
    return linked === undefined ? 'address' : await whyOutside(sessions, linked, provider);
  const email = proved.email ?? '';
  const known = await invitations.personOf({ brandId, email });
  const who = { brandId, email, name: nameFrom([proved.name], email), parentId: provider.parentId };
  const invited =
    known !== undefined && (await mayEnter(known)) ? known : await invitations.acceptAll(tx, who, address);
  const isGiven = known === undefined && (await giveAnyRole(tx, provider.id, groups));
  const person = invited ?? (isGiven ? await invitations.addPerson(tx, who) : undefined);
  if (person === undefined) return await whyOutside(sessions, known ?? linked, provider);
  await linkIdentity(tx, { providerId: provider.id, subject: proved.subject, personId: person });
  await writeAudit(tx, {
    actor: { kind: 'person', id: person },
    action: 'sign-on.link',
    object: `identity_provider/${provider.id}`,
    address,
  });
  return person;
}

/**
 * Returns why a person with a confirmed identity cannot log in: `elsewhere` if their accounts require another login,
 * `unknown` if they have none. An administrator's provider always gets `unknown`, so that it learns nothing about other
 * accounts.
 */
async function whyOutside(
  sessions: FindDeps['sessions'],
  person: number | undefined,
  { id: providerId, parentId }: ProviderRow,
): Promise<'elsewhere' | 'unknown'> {
  if (person === undefined || parentId !== null) return 'unknown';
  const subject = await sessions.subjectOf({ kind: 'person', id: person, signOn: { providerId, sid: null } });
  return subject === undefined ? 'unknown' : 'elsewhere';
}

/**
 * Returns why a provider may not vouch for an address; null if it may: the address is in one of its domains, and either
 * verified there or trusted by the operator.
 */
export function addressFault(
  { domains, trustsAddresses }: ProviderRow,
  { email, emailVerified }: Pick<ProvedIdentity, 'email' | 'emailVerified'>,
): Extract<TestFault, 'noAddress' | 'domain' | 'unverified'> | null {
  if (email === null) return 'noAddress';
  if (!domains.includes(domainOf(email))) return 'domain';
  return emailVerified === true || (emailVerified === null && trustsAddresses) ? null : 'unverified';
}

/** Returns the domain of an address, in lower case. */
export function domainOf(email: string): string {
  return email.slice(email.lastIndexOf('@') + 1).toLowerCase();
}
