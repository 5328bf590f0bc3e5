import { z } from 'zod';
import { uid } from '#contract/kit/account-scope.ts';
import { defineCall } from '#contract/kit/call.ts';
import { successWith } from '#contract/kit/errors.ts';
import { flagIn, flagOut } from '#contract/kit/flags.ts';
import { idOut, text, textLine, timeOut } from '#contract/kit/wire.ts';

/** Limits of the form's fields (MFS-14, MFS-15). */
export const STORAGE_FIELD_MAX = 50;
export const STORAGE_PORT_MAX = 5;
export const SFTP_PORT = 22;
export const STORAGE_TYPES = ['sftp', 'egnyte'] as const;

/** Maximum length of a private key in OpenSSH's file format: RSA with 8192 bits has about 6 kB. */
export const PRIVATE_KEY_MAX = 16_384;
/** Number of copies that the page lists. */
export const DELIVERIES_SHOWN = 20;

/** What the file name of a copy begins with; every name contains the date, the caller and the fax's own number. */
export const NAME_PATTERNS = ['from-first', 'date-first', 'company-first'] as const;
/** The file type of a copy; a searchable PDF includes the words of its pages. */
export const COPY_TYPES = ['pdf', 'searchable-pdf', 'tiff'] as const;

/** The naming and file type of a storage's copies. */
export const copyNaming = {
  fileType: z.enum(COPY_TYPES),
  namePattern: z.enum(NAME_PATTERNS),
  byMonth: flagOut,
} as const;
/** Input for the same; omitted fields stay unchanged. */
export const copyNamingChoice = {
  fileType: z.enum(COPY_TYPES).optional(),
  namePattern: z.enum(NAME_PATTERNS).optional(),
  byMonth: flagIn.optional(),
} as const;
/** The naming and file type of copies. */
export type CopyNaming = z.output<z.ZodObject<typeof copyNaming>>;

/** Why a connection is not saved (spec http-api 8.9). */
export const storageErrors = {
  STORAGE_EXISTS: 412,
  STORAGE_HOST_NOT_ALLOWED: 400,
  STORAGE_SECRET_AGAIN: 400,
} as const;

/** 'Y' is active, 'N' disconnected (MFS-20). */
const status = z.enum(['Y', 'N']);

/** Lists all connections of the administrator's accounts (spec http-api 8.9). */
export const externalStorageAccounts = defineCall({
  method: 'GET',
  path: '/api/{n}db/f2e/ExternalStorageAccounts.json',
  access: 'multifax',
  summary: 'External storage of the administrator’s accounts',
  query: z.object({ forChilds: flagIn.optional() }),
  reply: z.object({
    data: z.array(
      z.object({
        id: idOut,
        uid: idOut,
        faxnumber: z.string().nullable(),
        email: z.string(),
        type: z.enum(STORAGE_TYPES),
        domain: z.string(),
        status,
        lastError: z.string(),
      }),
    ),
  }),
});

const sftpSettings = z.object({
  id: idOut,
  uid: idOut,
  type: z.literal('sftp'),
  status,
  host: z.string(),
  port: z.string(),
  dir: z.string(),
  login: z.string(),
  /** Always empty; hasPass tells whether a password is stored. */
  pass: z.literal(''),
  hasPass: z.boolean(),
  /** Whether a private key is stored instead of a password. */
  hasKey: z.boolean(),
  lastError: z.string(),
  hostKey: z.string(),
  /** A different key that the server now presents; a person must accept it. */
  offeredHostKey: z.string(),
  ...copyNaming,
  waiting: z.number(),
  nextTry: timeOut.nullable(),
  lastOk: timeOut.nullable(),
});
export type SftpSettings = z.output<typeof sftpSettings>;

const egnyteSettings = z.object({
  id: idOut,
  uid: idOut,
  type: z.literal('egnyte'),
  status,
  /** The Egnyte domain. */
  username: z.string(),
  connected: z.boolean(),
  dir: z.string(),
  lastError: z.string(),
});
export type EgnyteSettings = z.output<typeof egnyteSettings>;

const field = textLine(STORAGE_FIELD_MAX).optional();
const id = z.union([z.string().max(20), z.number().transform(String)]).optional();

const port = z
  .union([z.string(), z.number()])
  .transform((value) => String(value).trim() || String(SFTP_PORT))
  .pipe(z.string().regex(/^\d{1,5}$/, 'PORT_INVALID'))
  .transform(Number)
  .refine((value) => value >= 1 && value <= 65_535, 'PORT_INVALID');

/** A host as typed: a name or an address, without path or login (A-SFTP-03). */
const host = text(STORAGE_FIELD_MAX).pipe(
  z.string().regex(/^(?:[0-9A-Za-z._-]+|\[?[0-9a-fA-F:.]+\]?)?$/, 'HOST_INVALID'),
);

/**
 * A change identifies its account by user_id. Omitted fields stay unchanged, as does an empty secret while server and
 * login stay the same (spec http-api 8.9).
 */
const sftpBody = z.object({
  id,
  user_id: uid,
  type: z.literal('sftp').default('sftp'),
  status: status.default('Y'),
  host: host.optional(),
  port: port.optional(),
  dir: field,
  login: field,
  pass: z.string().max(STORAGE_FIELD_MAX, 'TOO_LONG').optional(),
  privateKey: z.string().max(PRIVATE_KEY_MAX, 'TOO_LONG').optional(),
  ...copyNamingChoice,
  /** The fingerprint that a person accepts in place of the known one. */
  acceptHostKey: z.string().max(100).optional(),
});
export type SftpForm = z.output<typeof sftpBody>;

const egnyteBody = z.object({
  id,
  user_id: uid,
  type: z.literal('egnyte').default('egnyte'),
  status: status.default('Y'),
  username: field,
});
export type EgnyteForm = z.output<typeof egnyteBody>;

const path = '/api/{n}db/f2e/SftpStorageSettings.json';
const egnytePath = '/api/{n}db/f2e/EgnyteStorageSettings.json';
/** The client opens authorizeUrl in a popup while the storage is not connected. */
const egnyteSaved = successWith(z.object({ id: idOut, authorizeUrl: z.string().optional() }));

/** Returns the sFTP connection of an account; NOT_FOUND if it has none (spec http-api 6.4, 8.9). */
export const sftpStorage = defineCall({
  method: 'GET',
  path,
  access: 'any',
  summary: 'sFTP connection',
  query: z.object({ uid }),
  reply: sftpSettings,
});

/** Creates the sFTP connection of an account; its fields may be filled in later (spec http-api 8.9). */
export const addSftpStorage = defineCall({
  method: 'POST',
  path,
  access: 'any',
  summary: 'Add an sFTP connection',
  body: sftpBody,
  reply: successWith(sftpSettings),
  errors: storageErrors,
});

/** Changes, connects (status Y) or disconnects (status N) the sFTP storage (spec http-api 8.9). */
export const changeSftpStorage = defineCall({
  method: 'PUT',
  path,
  access: 'any',
  summary: 'Change an sFTP connection',
  body: sftpBody,
  reply: successWith(sftpSettings),
  errors: storageErrors,
});

/** Returns the Egnyte connection of an account; NOT_FOUND if it has none (spec http-api 8.9). */
export const egnyteStorage = defineCall({
  method: 'GET',
  path: egnytePath,
  access: 'any',
  summary: 'Egnyte connection',
  query: z.object({ uid }),
  reply: egnyteSettings,
});

/** Creates the Egnyte connection of an account (spec http-api 8.9). */
export const addEgnyteStorage = defineCall({
  method: 'POST',
  path: egnytePath,
  access: 'any',
  summary: 'Add an Egnyte connection',
  body: egnyteBody,
  reply: egnyteSaved,
  errors: storageErrors,
});

/** Changes, connects (status Y) or disconnects (status N) the Egnyte storage (spec http-api 8.9). */
export const changeEgnyteStorage = defineCall({
  method: 'PUT',
  path: egnytePath,
  access: 'any',
  summary: 'Change an Egnyte connection',
  body: egnyteBody,
  reply: egnyteSaved,
  errors: storageErrors,
});
