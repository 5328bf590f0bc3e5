import { z } from 'zod';
import { COVER_LIMITS } from './send-limits.ts';
import { copyNamingChoice } from './storage.ts';
import { uid } from '#contract/kit/account-scope.ts';
import { defineCall } from '#contract/kit/call.ts';
import { success, successWith } from '#contract/kit/errors.ts';
import { flagIn, flagOut } from '#contract/kit/flags.ts';
import { text } from '#contract/kit/wire.ts';

/** The prefix of an Egnyte domain: lowercase letters and digits (EGU-03). */
export const EGNYTE_DOMAIN_MAX = 32;
export const EGNYTE_DOMAIN = /^[a-z0-9]{1,32}$/;
/** Size of the consent window in pixels (EGU-02). */
export const EGNYTE_POPUP = { width: 400, height: 575 } as const;
/** How often the client checks that window, in milliseconds (EGU-05). */
export const EGNYTE_POPUP_CHECK_MS = 200;
/** How long a refused folder is shown, and how long guest pages stay open, in milliseconds (EGU-17, EGG-01). */
export const EGNYTE_ERROR_MS = 10_000;
export const EGNYTE_CLOSE_MS = 10_000;
/** Limits of the cover page's fields, for the page that sends from Egnyte. */
export const EGNYTE_COVER_LIMITS = COVER_LIMITS;
/** Maximum length of a folder's path. */
const PATH_MAX = 1_000;

/** Errors at Egnyte or in the connection to it. */
export const egnyteErrors = {
  DIRECTORY_NOT_WRITEABLE: 412,
  EGNYTE_REFUSED: 412,
  EGNYTE_NOT_GENUINE: 403,
  EGNYTE_NOT_BEGUN: 403,
  TASK_EXPIRED: 410,
  EGNYTE_UNREACHABLE: 502,
} as const;

const base = '/api/faxui/egnyte';

/** A folder's path: absolute, without `.` or `..` segments (A-EGNYTE-04). */
const folderPath = text(PATH_MAX).pipe(
  z
    .string()
    .regex(/^\//, 'PATH_INVALID')
    .refine((path) => !/(?:^|\/)\.{1,2}(?:\/|$)/.test(path) && !path.includes('\\'), 'PATH_INVALID'),
);

/** Redirects to Egnyte's consent page, and receives its result (spec http-api 7.1). */
export const egnyteOauth = defineCall({
  method: 'GET',
  path: `${base}/oauth.php`,
  access: 'any',
  summary: 'Connect Egnyte',
  comesFromElsewhere: true,
  replyKind: 'file',
  query: z.object({
    uid,
    egnyte_domain: z.string().max(100).default(''),
    code: z.string().max(2_000).optional(),
    state: z.string().max(200).optional(),
    error: z.string().max(200).optional(),
  }),
  reply: z.string(),
});

/** Returns the state of the connection (spec http-api 7.2). */
export const egnyteConnection = defineCall({
  method: 'GET',
  path: `${base}/isConnected.json`,
  access: 'user',
  summary: 'Egnyte connection',
  reply: z.object({
    isConnected: z.boolean(),
    domain: z.string(),
    egnytedirectory: z.string(),
    egnyteisactive: flagOut,
    directoryIsWriteable: z.boolean(),
    showSelectLocation: z.boolean(),
  }),
  errors: egnyteErrors,
});

/** Lists one level of folders (spec http-api 7.3). */
export const egnyteFolders = defineCall({
  method: 'GET',
  path: `${base}/folders.json`,
  access: 'user',
  summary: 'Folders in Egnyte',
  query: z.object({ folderpath: folderPath.default('/') }),
  reply: z.object({
    folders: z.array(z.object({ name: z.string(), path: z.string(), isSelectable: z.boolean() })),
  }),
  errors: egnyteErrors,
});

const saved = z.union([
  z.object({ success: z.literal(true), directoryIsWriteable: z.literal(true) }),
  z.object({
    success: z.literal(false),
    error: z.literal('DIRECTORY_NOT_WRITEABLE'),
    message: z.string(),
    directoryIsWriteable: z.literal(false),
  }),
]);

/**
 * Saves the folder and the switch; responds 412 and saves nothing if the folder accepts no files (spec http-api 7.4).
 * Also takes the naming of copies (own addition).
 */
export const egnyteUpdate = defineCall({
  method: 'PUT',
  path: `${base}/update.json`,
  access: 'user',
  summary: 'Save Egnyte settings',
  body: z.object({ egnytedirectory: folderPath, egnyteisactive: flagIn, ...copyNamingChoice }),
  reply: saved,
  errors: egnyteErrors,
});

/** Saves only the folder (spec http-api 7.4, spec decisions 8.3). */
export const egnyteUpdatePath = defineCall({
  method: 'PUT',
  path: `${base}/updatePath.json`,
  access: 'user',
  summary: 'Change the Egnyte folder',
  body: z.object({ egnytedirectory: folderPath }),
  reply: saved,
  errors: egnyteErrors,
});

/** Deletes the connection and the copies waiting for it (spec http-api 7.5). */
export const egnyteDisconnect = defineCall({
  method: 'POST',
  path: `${base}/disconnect.json`,
  access: 'user',
  summary: 'Disconnect Egnyte',
  reply: success,
});

const domain = z.string().max(100);
const secret = z.string().min(1).max(4_000);

/** Receives Egnyte's call for «Send by fax» on a selection; verified by a request to Egnyte (spec http-api 7.7). */
export const egnyteInvoke = defineCall({
  method: 'POST',
  path: `${base}/invoke.json`,
  access: 'guest',
  summary: 'Egnyte starts a fax',
  body: z.object({
    items: z
      .array(
        z.object({ name: z.string().max(400), path: folderPath, size: z.number().int().min(0).default(0) }),
      )
      .min(1)
      .max(100),
    userInfo: z.object({ id: z.union([z.string(), z.number()]), username: z.string().max(200).default('') }),
    domain,
    token: secret,
    config: z.object({ f2e_key: z.string().max(100).optional() }).nullish(),
    configSaveUrl: z.string().max(2_000).default(''),
    configSaveToken: z.string().max(4_000).default(''),
  }),
  reply: z.object({ redirect: z.string() }),
  errors: egnyteErrors,
});

/** Assigns the task to the browser that opens its one-time address (spec http-api 7.7). */
export const egnyteOpen = defineCall({
  method: 'GET',
  path: `${base}/open.php`,
  access: 'guest',
  summary: 'Open a fax that Egnyte started',
  replyKind: 'file',
  query: z.object({ i: z.string().max(100).default('') }),
  reply: z.string(),
});

const grant = z.object({
  token: secret,
  save_url: z.string().max(2_000),
  egnyteDomain: domain,
  redirect_id: z.string().max(100).default(''),
});

/**
 * Records that the consent page was opened in this browser; only a consent begun here can be completed (A-EGNYTE-07).
 */
export const egnyteBegin = defineCall({
  method: 'POST',
  path: `${base}/begin.json`,
  access: 'guest',
  summary: 'Begin to allow Egnyte',
  body: grant,
  /** Who gets access: `acme.egnyte.com`. */
  reply: z.object({ domain: z.string() }),
  errors: egnyteErrors,
});

/**
 * Completes a consent: Egnyte keeps a key with which it can fax for this account (spec http-api 7.7). The consent must
 * have begun with the same values in this browser, and the person must have logged in since.
 */
export const egnyteLogin = defineCall({
  method: 'POST',
  path: `${base}/login.php`,
  access: 'user',
  summary: 'Allow Egnyte',
  body: grant,
  reply: z.object({ success: z.literal(true), redirectUrl: z.string() }),
  errors: egnyteErrors,
});

/** Lists the files of a task, for the browser that the task is assigned to (spec http-api 7.7). */
export const egnyteFiles = defineCall({
  method: 'GET',
  path: `${base}/getFiles.json`,
  access: 'guest',
  summary: 'Files chosen in Egnyte',
  query: z.object({ task_id: z.string().max(100).default('') }),
  reply: z.object({
    data: z.object({
      faxnumber: z.string(),
      username: z.string(),
      domain: z.string(),
      files: z.array(
        z.object({ id: z.string(), name: z.string(), path: z.string(), type: z.string(), size: z.number() }),
      ),
    }),
  }),
  errors: egnyteErrors,
});

/** Sends files of a task as a fax; the fields are those of sendFax (spec http-api 7.7, 4.9). */
export const egnyteSendFax = defineCall({
  method: 'POST',
  path: `${base}/sendFax.json`,
  access: 'guest',
  summary: 'Send files from Egnyte',
  multipart: true,
  reply: successWith(z.object({ jobs: z.number() })),
  errors: egnyteErrors,
});
