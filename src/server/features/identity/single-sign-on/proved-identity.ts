import { z } from 'zod';

/** Who somebody is at the provider. */
export interface ProvedIdentity {
  subject: string;
  /** In lower case; null when the provider names none. */
  email: string | null;
  /** Null: it does not say whether the address was proved. */
  emailVerified: boolean | null;
  name: string;
  sid: string | null;
  /** Null: the provider named none. */
  groups: readonly string[] | null;
}

const identity = z.object({
  email: z.string().max(320).toLowerCase().nullish().catch(null),
  // Some providers send texts.
  email_verified: z.union([z.boolean(), z.stringbool()]).nullish().catch(false),
  name: z.string().nullish().catch(null),
  sid: z.string().max(512).nullish().catch(null),
});

/** A list of names, or one name; more than any organization has means that something is wrong. */
const groups = z
  .union([z.string().transform((one) => [one]), z.array(z.string())])
  .pipe(z.array(z.string().max(256)).max(1000));

function groupsOf(claim: unknown): string[] | null {
  return groups.safeParse(claim).data ?? null;
}

/** What the claims of an ID token say of somebody; `groupsClaim` is null where groups don't matter. */
export function readIdentity(
  subject: string,
  claims: Readonly<Record<string, unknown>>,
  groupsClaim: string | null,
): ProvedIdentity {
  const { email, email_verified: emailVerified, name, sid } = identity.parse(claims);
  return {
    subject,
    email: email ?? null,
    emailVerified: emailVerified ?? null,
    name: name ?? '',
    sid: sid ?? null,
    groups: groupsClaim === null ? null : groupsOf(claims[groupsClaim]),
  };
}
