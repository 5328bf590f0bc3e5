import { z } from 'zod';

import { DOMAIN_CHECKS, domainName } from '#contract/gateways/sender-domains.ts';
import { defineCall } from '#contract/kit/call.ts';
import { emailAddress } from '#contract/kit/email-address.ts';
import { success } from '#contract/kit/errors.ts';
import { ANY_ROLES } from '#contract/kit/roles.ts';
import { idIn, idOut, timeOut } from '#contract/kit/wire.ts';
import { PROVIDER_NAME_MAX } from './single-sign-on.ts';

/** Maximum lengths of the form's values. */
export const PROVIDER_FORM_MAX = {
  issuer: 300,
  clientId: 300,
  secret: 1000,
  claim: 100,
  scope: 100,
} as const;
/** Maximum number of scopes besides openid, email and profile. */
export const MAX_SCOPES = 10;
/** The longest session: one month. */
export const MAX_SESSION_MINUTES = 31 * 24 * 60;
/** Maximum number of email domains, roles of all groups, and people in the list of those who would be locked out. */
export const MAX_SIGN_ON_DOMAINS = 50;
export const MAX_SIGN_ON_ROLES = 1000;
export const OUTSIDERS_SHOWN = 100;
/** Maximum length of a group name that is matched when somebody logs in. */
export const GROUP_NAME_MAX = 256;
/** Minutes after a login or a successful test in which single sign-on can be required. */
export const PROVED_MINUTES = 10;

/** Results of a failed test login; each has a text under `signOn.fault`. */
export const TEST_FAULTS = [
  'unreachable',
  'issuer',
  'secret',
  'canceled',
  'failed',
  'noAddress',
  'domain',
  'unverified',
] as const;
export type TestFault = (typeof TEST_FAULTS)[number];

/** Why a setting is refused. */
export const administrationSignOnErrors = {
  PROVIDER_TAKEN: 409,
  SIGN_ON_UNPROVED: 409,
  SIGN_ON_LIMIT: 409,
} as const;

const text = (max: number) =>
  z
    .string('REQUIRED')
    .trim()
    .min(1, 'REQUIRED')
    .max(max, 'TOO_LONG')
    .regex(/^\P{Cc}*$/u, 'INVALID');
const oneWord = (max: number) => text(max).regex(/^\S+$/, 'INVALID');

/** The https address without query and fragment that identifies a provider (OpenID Connect Core 1.0, 1.2). */
const issuer = text(PROVIDER_FORM_MAX.issuer).regex(/^https?:\/\/[^\s?#]+$/i, 'INVALID');

/** The form with the provider's settings. */
export const providerForm = z.object({
  name: text(PROVIDER_NAME_MAX),
  issuer,
  clientId: oneWord(PROVIDER_FORM_MAX.clientId),
  /** Omitted to keep the stored one; a new issuer or client requires a new secret. */
  secret: oneWord(PROVIDER_FORM_MAX.secret).optional(),
  groupsClaim: oneWord(PROVIDER_FORM_MAX.claim).default('groups'),
  scopes: z.array(oneWord(PROVIDER_FORM_MAX.scope)).max(MAX_SCOPES).default([]),
  /** Maximum length of sessions in minutes; null: as long as other sessions. */
  sessionMinutes: z
    .number('INVALID')
    .int('INVALID')
    .min(5, 'INVALID')
    .max(MAX_SESSION_MINUTES, 'INVALID')
    .nullable()
    .default(null),
});
export type ProviderForm = z.output<typeof providerForm>;

const role = z.enum(ANY_ROLES);
const groupRole = z.object({
  id: idOut,
  group: z.string(),
  role,
  /** Null: for the administrator itself. */
  account: idOut.nullable(),
  faxNumber: z.string(),
});

/**
 * Returns an administrator's own single sign-on provider: settings, last test, domains, roles of groups. Own addition.
 */
export const administrationSignOn = defineCall({
  method: 'GET',
  path: '/api/faxui/administrationSignOn',
  access: 'multifax',
  background: true,
  summary: 'The administrator’s provider of single sign-on',
  reply: z.object({
    /** Null: none is set up. */
    provider: z
      .object({
        id: idOut,
        name: z.string(),
        issuer: z.string(),
        clientId: z.string(),
        groupsClaim: z.string(),
        scopes: z.array(z.string()),
        sessionMinutes: z.number().nullable(),
        required: z.boolean(),
        lastLoginAt: timeOut.nullable(),
        /** The addresses to register at the provider. */
        redirectUri: z.string(),
        logoutUri: z.string(),
        /** Whether a login or test was recent enough to require single sign-on now. */
        proved: z.boolean(),
      })
      .nullable(),
    test: z
      .object({
        at: timeOut,
        fault: z.enum(TEST_FAULTS).nullable(),
        email: z.string(),
        /** Null: the provider sent none. */
        groups: z.array(z.string()).nullable(),
        /** The roles that the groups give. */
        roles: z.array(groupRole.pick({ role: true, account: true, faxNumber: true })),
        /** Whether the person already has a role or an invitation. */
        known: z.boolean(),
      })
      .nullable(),
    domains: z.array(
      z.object({
        id: idOut,
        domain: z.string(),
        verified: z.boolean(),
        record: z.object({ name: z.string(), value: z.string() }),
      }),
    ),
    roles: z.array(groupRole),
    accounts: z.array(z.object({ id: idOut, faxNumber: z.string() })),
    /** People who work for the administrator, and those whose address is outside the verified domains. */
    people: z.object({
      total: z.number(),
      outside: z.number(),
      outsiders: z.array(z.object({ name: z.string(), email: z.string() })),
    }),
  }),
});
export type AdministrationSignOn = z.output<typeof administrationSignOn.reply>;

/** Sets up or changes the provider. Own addition. */
export const putSignOnProvider = defineCall({
  method: 'PUT',
  path: '/api/faxui/signOnProvider',
  access: 'multifax',
  summary: 'Set the provider of single sign-on',
  body: providerForm,
  reply: success,
  errors: administrationSignOnErrors,
});

/** Removes the provider; its sessions end, and roles from its groups are removed. Own addition. */
export const removeSignOnProvider = defineCall({
  method: 'DELETE',
  path: '/api/faxui/signOnProvider',
  access: 'multifax',
  summary: 'Remove the provider of single sign-on',
  reply: success,
});

/** Starts a test login, which opens no session. Own addition. */
export const testSignOn = defineCall({
  method: 'POST',
  path: '/api/faxui/signOnTest',
  access: 'multifax',
  summary: 'Test the provider of single sign-on',
  /** Where the browser goes; null if the provider cannot be reached, which the page explains. */
  reply: z.object({ url: z.string().nullable() }),
});

/** Adds an email domain, or checks its TXT record again. Own addition. */
export const putSignOnDomain = defineCall({
  method: 'PUT',
  path: '/api/faxui/signOnDomain',
  access: 'multifax',
  summary: 'Add or check an email domain',
  body: z.object({ domain: domainName }),
  reply: z.object({ state: z.enum(DOMAIN_CHECKS) }),
  errors: administrationSignOnErrors,
});

/** Removes an email domain: new people with addresses in it can no longer log in. Own addition. */
export const removeSignOnDomain = defineCall({
  method: 'DELETE',
  path: '/api/faxui/signOnDomain',
  access: 'multifax',
  summary: 'Remove an email domain',
  body: z.object({ id: idIn }),
  reply: success,
});

/** Assigns a role to the members of a group; it takes effect at their next login. Own addition. */
export const putSignOnRole = defineCall({
  method: 'PUT',
  path: '/api/faxui/signOnRole',
  access: 'multifax',
  summary: 'Give a group of the provider a role',
  body: z.object({ group: text(GROUP_NAME_MAX), account: idIn.nullable(), role }),
  reply: success,
  errors: administrationSignOnErrors,
});

/** Removes a role from a group; members lose it at their next login. Own addition. */
export const removeSignOnRole = defineCall({
  method: 'DELETE',
  path: '/api/faxui/signOnRole',
  access: 'multifax',
  summary: 'Take a role from a group of the provider',
  body: z.object({ id: idIn }),
  reply: success,
});

/** Requires single sign-on for people, or stops requiring it. Own addition. */
export const requireSignOn = defineCall({
  method: 'PUT',
  path: '/api/faxui/signOnRequired',
  access: 'multifax',
  summary: 'Require single sign-on',
  body: z.object({ required: z.boolean() }),
  reply: success,
  errors: administrationSignOnErrors,
});

/** Finds the administrators' providers for an email address. Own addition. */
export const signOnFor = defineCall({
  method: 'POST',
  path: '/api/faxui/signOnFor',
  access: 'guest',
  summary: 'Find the provider of an email address',
  body: z.object({ email: emailAddress }),
  reply: z.object({ providers: z.array(z.object({ id: idOut, name: z.string() })) }),
});
