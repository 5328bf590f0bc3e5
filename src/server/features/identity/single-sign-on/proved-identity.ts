import { z } from 'zod';

/** A user's identity at the provider. */
export interface ProvedIdentity {
  subject: string;
  /** In lower case; null if the provider sent none. */
  email: string | null;
  /** Null if the provider does not say whether the address is verified. */
  emailVerified: boolean | null;
  name: string;
  sid: string | null;
  /** Null if the provider sent none. */
  groups: readonly string[] | null;
}

const identity = z.object({
  email: z.string().max(320).toLowerCase().nullish().catch(null),
  // Some providers send strings.
  email_verified: z.union([z.boolean(), z.stringbool()]).nullish().catch(false),
  name: z.string().nullish().catch(null),
  sid: z.string().max(512).nullish().catch(null),
});

/** A list of names, or one name. More groups than any organization has indicate an error. */
const groups = z
  .union([z.string().transform((one) => [one]), z.array(z.string())])
  .pipe(z.array(z.string().max(256)).max(1000));

function groupsOf(claim: unknown): string[] | null {
  return groups.safeParse(claim).data ?? null;
}

/** Reads an identity from the claims of an ID token. `groupsClaim` is null if groups are not needed. */
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
