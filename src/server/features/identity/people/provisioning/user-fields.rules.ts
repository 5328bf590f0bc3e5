import { nameFrom } from '#contract/identity/person-name.ts';
import { emailOf, scimUser } from '#contract/identity/scim-resources.ts';
import type { ScimUserIn } from '#contract/identity/scim-resources.ts';
import { AppError } from '#server/kit/app-error.ts';

import type { Resource } from './patch.rules.ts';
import type { Happened } from './provisioning.ts';
import type { EndedAccess } from './directory-people.store.ts';
import type { UserFields, UserRow } from './scim-users.store.ts';

/** Returns the call log entry for a change to a user. */
export function happened(before: UserRow, after: UserRow, ended: EndedAccess | undefined): Happened {
  const name = shownName(after);
  if (ended) return { event: 'userTurnedOff', params: { name, ...counts(ended) } };
  if (!before.active && after.active) return { event: 'userTurnedOn', params: { name } };
  if (shownName(before) !== name)
    return { event: 'userRenamed', params: { name, before: shownName(before) } };
  const isSame =
    JSON.stringify({ ...before, changedAt: null }) === JSON.stringify({ ...after, changedAt: null });
  return { event: isSame ? 'userSame' : 'userChanged', params: { name } };
}

/** Returns what ended with a user's access, for the call log. */
export function counts({ sessions, unassigned }: EndedAccess) {
  return { sessions, faxes: unassigned };
}

/** Returns the email address of a user. Throws VALIDATION. */
export function addressOf(input: ScimUserIn): string {
  const email = emailOf(input);
  if (email === undefined) throw new AppError('VALIDATION', { fields: { emails: 'EMAIL_INVALID' } });
  return email;
}

/** Returns a person's name from the directory's attributes. */
export function nameIn(
  { displayName, name }: Pick<ScimUserIn, 'displayName' | 'name'>,
  email: string,
): string {
  const parts = [name?.givenName, name?.familyName].filter(Boolean).join(' ');
  return nameFrom([displayName, name?.formatted, parts], email);
}

/** Returns the name of a stored user. */
export function shownName({ displayName, givenName, familyName, email }: UserRow): string {
  return nameIn({ displayName, name: { givenName, familyName, formatted: undefined } }, email);
}

/** Returns the stored fields of a user. */
export function fieldsOf({
  userName,
  externalId,
  displayName,
  name,
  active,
}: ScimUserIn & { active: boolean }): UserFields {
  return {
    userName,
    externalId: externalId ?? null,
    displayName: displayName ?? name?.formatted ?? '',
    givenName: name?.givenName ?? '',
    familyName: name?.familyName ?? '',
    active,
  };
}

/** Returns a user in the form of a PUT body. */
export function asResource(user: UserRow): Resource {
  return {
    userName: user.userName,
    externalId: user.externalId,
    displayName: user.displayName,
    name: { givenName: user.givenName, familyName: user.familyName },
    active: user.active,
    emails: [{ value: user.email, primary: true }],
  };
}

/** Validates a patched user like a PUT body. Throws VALIDATION. */
export function parsed(resource: Resource): ScimUserIn {
  const result = scimUser.safeParse(resource);
  if (result.success) return result.data;
  const names = result.error.issues.map(({ path }) => String(path[0] ?? ''));
  throw new AppError('VALIDATION', { fields: Object.fromEntries(names.map((name) => [name, 'INVALID'])) });
}
