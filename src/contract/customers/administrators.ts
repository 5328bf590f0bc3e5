import { z } from 'zod';
import { defineCall } from '#contract/kit/call.ts';
import { mailLimitErrors, repeatErrors, success, successWith } from '#contract/kit/errors.ts';
import { flagOut } from '#contract/kit/flags.ts';
import { paging } from '#contract/kit/paging.ts';
import { idIn, idOut, text } from '#contract/kit/wire.ts';

/** Length of the email address of a fax account that an administrator enters (MFA-18). */
export const ACCOUNT_EMAIL_MIN = 6;
export const ACCOUNT_EMAIL_MAX = 128;
/** Digits of a number to be ported (MFA-15). */
export const PORT_NUMBER_LENGTH = 10;
/** Length of a password in the edit form; the server applies the brand's own rules (spec decisions 1.1). */
export const EDIT_PASSWORD_MIN = 6;
export const EDIT_PASSWORD_MAX = 32;
/** Delay after the removal of a service before the list is shown, in milliseconds (MFA-35). */
export const REMOVED_REDIRECT_MS = 1500;
/** Maximum length of a search in the list (spec http-api 3). */
export const ACCOUNT_SEARCH_MAX = 32;

/** Kinds of number that a new account can get (MFA-13); `custom` is a number to be ported. */
export const ACCOUNT_TYPES = ['tollfree', 'local', 'custom', 'egnyte'] as const;
export type AccountType = (typeof ACCOUNT_TYPES)[number];

export const ACCOUNT_SORTS = ['faxnumber', 'email', 'status'] as const;

/** Why a service is not added, changed or removed (spec http-api 8.5 to 8.8). */
export const serviceErrors = {
  LIMIT_REACHED: 412,
  POOL_EMPTY: 412,
  NUMBER_IN_USE: 412,
  NO_PRODUCT: 412,
} as const;

/** An email address of 6 to 128 characters (spec decisions 7.1), for both the form and the call. */
export const accountEmail = text(ACCOUNT_EMAIL_MAX)
  .pipe(z.string().min(1, 'REQUIRED').min(ACCOUNT_EMAIL_MIN, 'TOO_SHORT'))
  .refine((value) => z.email().safeParse(value).success, 'EMAIL_INVALID');

const hostName = z.string().max(253).default('');

const accountRow = z.object({
  uid: idOut,
  /** Null while the account is being provisioned: «In Process…». */
  faxnumber: z.string().nullable(),
  /** The address as last entered; mails go to `workingEmail` until it is confirmed. */
  email: z.string(),
  /** '0' until somebody follows the link that was mailed to `email`; own addition. */
  emailProved: flagOut,
  /** The address in use; own addition. */
  workingEmail: z.string(),
  /** Always empty: passwords can't be read (MFA-41). */
  pass: z.literal(''),
  type: z.enum(ACCOUNT_TYPES),
  /** 'OK' is Active, anything else Pending (MFA-04). */
  status: z.enum(['OK', 'PENDING', 'SUSPENDED', 'REJECTED']),
  subAccounts: z.array(z.string()),
  whiteDomainsList: z.array(z.object({ id: idOut, Domain: z.string(), active: flagOut, proved: flagOut })),
  isHIPAA: z.boolean(),
  domain: z.string(),
  /** The number that is being ported here, while faxnumber is null; own addition. */
  portingNumber: z.string().nullable(),
  /** Whether the account's product lets the administrator view the mailbox; own addition. */
  mayView: z.boolean(),
});
export type MultifaxAccount = z.output<typeof accountRow>;

/**
 * Lists a page of the administrator's accounts (spec http-api 8.2). `rows` is the number of matches, or totalUsed
 * without a search.
 */
export const multifaxAccountInfo = defineCall({
  method: 'GET',
  path: '/api/{n}db/f2e/MultifaxAccountInfo.json',
  access: 'multifax',
  summary: 'Fax accounts of the administrator',
  query: z.object({
    ...paging,
    search: z.string().max(ACCOUNT_SEARCH_MAX).default(''),
    sort: z.enum(ACCOUNT_SORTS).optional(),
    order: z.enum(['asc', 'desc']).default('asc'),
    /** Restricts the list to one account. */
    uid: z.union([z.literal(''), idIn]).default(''),
  }),
  reply: z.object({
    accountList: z.array(accountRow),
    totalUsed: z.number(),
    total: z.number(),
    freeServiceId: idOut.nullable(),
    rows: z.number(),
  }),
});

/** Lists the accounts that have a number, to choose one from (spec http-api 8.3). */
export const childAccounts = defineCall({
  method: 'GET',
  path: '/api/{n}db/f2e/Accounts.json',
  access: 'multifax',
  right: 'audit',
  summary: 'Accounts of the administrator, by number',
  reply: z.array(z.object({ id: idOut, fnumber: z.string(), email: z.string() })),
});

/** Lists states and their area codes, and whether a number is free there (spec http-api 8.4). */
export const localNumberLocations = defineCall({
  method: 'GET',
  path: '/api/{n}db/f2e/LocalNumberLocations.json',
  access: 'multifax',
  summary: 'States and area codes for local numbers',
  reply: z.array(
    z.object({
      StateId: idOut,
      StateName: z.string(),
      PoolEmpty: z.boolean(),
      areas: z.array(
        z.object({ AreaId: idOut, AreaCode: z.string(), AreaName: z.string(), PoolEmpty: z.boolean() }),
      ),
    }),
  ),
});

/** Returns the product for a kind of account; NO_PRODUCT if the brand sells none (spec http-api 8.5). */
export const multifaxNewProductName = defineCall({
  method: 'GET',
  path: '/api/{n}db/f2e/MultifaxNewProductName.json',
  access: 'multifax',
  summary: 'Product of a new account',
  query: z.object({ type: z.string().max(20).default('') }),
  reply: z.object({ Code: z.string() }),
  errors: { NO_PRODUCT: 412 },
});

/** Adds an account, once for each Idempotency-Key: slot and number, or the order to port one, are taken in one transaction (spec http-api 8.6). */
export const addService = defineCall({
  method: 'POST',
  path: '/api/faxui/addService.json',
  access: 'multifax',
  summary: 'Add a fax account',
  body: z.object({
    email: accountEmail,
    parentId: z.union([z.literal(''), idIn]).default(''),
    freeServiceId: z.union([z.literal(''), z.null(), idIn]).default(''),
    parentDomain: hostName,
    domain: hostName,
    productType: z.string().max(20),
    productName: z.string().max(64).default(''),
    /** Only for custom: the number to port. */
    faxnumber: z.string().max(20).nullable().default(''),
    /** Only for local. */
    areaId: z.union([z.string().max(10), z.number().transform(String), z.null()]).default(''),
  }),
  reply: successWith(
    z.object({ uid: idOut, faxnumber: z.string().nullable(), status: z.enum(['OK', 'PENDING']) }),
  ),
  errors: { ...serviceErrors, ...repeatErrors },
});

/**
 * Identifies the account to change: the id decides, and a fax number sent with it must belong to that account
 * (A-TENANT-18).
 */
const whichAccount = { id: idIn, faxnumber: z.string().max(20).nullable().default('') };

/** Changes the email address or password of an account; empty fields stay unchanged (spec http-api 8.7). */
export const changeService = defineCall({
  method: 'POST',
  path: '/api/faxui/changeService.json',
  access: 'multifax',
  summary: 'Change a fax account',
  body: z.object({
    ...whichAccount,
    domain: hostName,
    password: z.string().max(256).default(''),
    email: z.union([z.literal(''), accountEmail]).default(''),
  }),
  reply: success,
  errors: { PASSWORD_RULES: 400, ...mailLimitErrors },
});

/** Mails the owner of an account the link that confirms the address again. */
export const resendServiceLink = defineCall({
  method: 'POST',
  path: '/api/faxui/resendServiceLink',
  access: 'multifax',
  summary: 'Send the link to the owner of a fax account again',
  body: z.object({ id: idIn }),
  reply: success,
  errors: { ALREADY_CONFIRMED: 412, ...mailLimitErrors },
});

/**
 * Removes an account: closes it, quarantines its number for 90 days and frees its slot immediately (spec http-api 8.8).
 */
export const deleteService = defineCall({
  method: 'POST',
  path: '/api/faxui/deleteService.json',
  access: 'multifax',
  summary: 'Remove a fax account',
  body: z.object({
    ...whichAccount,
    password: z.string().max(256).default(''),
    email: z.string().max(256).default(''),
    domain: hostName,
    parentId: z.union([z.literal(''), idIn]).default(''),
    parentDomain: hostName,
  }),
  reply: success,
});
