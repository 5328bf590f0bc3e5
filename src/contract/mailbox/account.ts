import { z } from 'zod';
import { defineCall } from '#contract/kit/call.ts';
import { ROLES } from '#contract/kit/roles.ts';
import { flagOut } from '#contract/kit/flags.ts';
import { idOut } from '#contract/kit/wire.ts';

/**
 * Pages per month if neither the account nor its product sets a limit (SHELL-02, spec decisions 3.1). The SQL function
 * `month_limit_of` (migration 0550) has the same number.
 */
export const DEFAULT_MONTH_LIMIT = 300;
/** How often the client polls the main data, in milliseconds (SHELL-03). */
export const MAIN_DATA_REFRESH_MS = 10_000;

const folderCount = z.object({ total: z.number(), unread: z.number() });

/** Returns the main data of the signed-in account, polled every 10 s (spec http-api 2.1). */
export const mainInterface = defineCall({
  method: 'GET',
  path: '/api/{n}db/f2e/MainInterface.json',
  access: 'user',
  right: 'self',
  background: true,
  summary: 'Main data of the account',
  reply: z.object({
    id: idOut,
    hid: idOut,
    faxNumber: z.string(),
    formattedFaxNumber: z.string(),
    adminEmail: z.string(),
    currentUsage: z.number(),
    sentPages: z.number(),
    rcvdPages: z.number(),
    monthLimit: z.number().nullable(),
    options: z.string(),
    enterprise: z.boolean(),
    showCancellationMenu: z.union([z.literal(0), z.literal(1)]),
    cancellationPending: flagOut,
    cancellationEmail: z.string(),
    tour: z.number(),
    folders: z.object({ Inbox: folderCount, Outbox: folderCount, Sent: folderCount, Archive: folderCount }),
    /** Number of unsent drafts. */
    drafts: z.number(),
    /** Which external storages are set up, whether they work or not. */
    storage: z.object({ egnyte: z.boolean(), sftp: z.boolean() }),
    /** The person who is signed in; null for the login with number and password. */
    person: z
      .object({
        id: idOut,
        name: z.string(),
        email: z.string(),
        role: z.enum(ROLES),
        /** Number of accounts that they may work on. */
        accounts: z.number(),
        /** Whether they get mails about faxes assigned to them and notes that mention them. */
        teamMail: z.boolean(),
      })
      .nullable(),
    /** Whether people work on the account under their own names, so that faxes can be assigned. */
    team: z.boolean(),
    /** False for accounts whose faxes must not travel by email (HIPAA): forwarding by email is refused. */
    mayEmailFaxes: z.boolean(),
  }),
});

/** Lists the services of the account, its own first (spec http-api 2.2). */
export const clientServiceInfo = defineCall({
  method: 'GET',
  path: '/api/db/list/ClientServiceInfo.json',
  access: 'user',
  right: 'sent',
  summary: 'Services of the account',
  reply: z.array(
    z.object({
      Id: idOut,
      Domain: z.string(),
      Product: z.string(),
      Quantity: z.number(),
      HostopianId: idOut,
      ProductName: z.string(),
      ProductDescription: z.string(),
      OptionString: z.string(),
      PreferencesName: z.string(),
      PreferencesDescription: z.string(),
    }),
  ),
});

/** Returns whether the options have `enterprisefax` set to yes, as for enterprise accounts (SHELL-04). */
export function isEnterprise(options: string): boolean {
  return /(^|;)\s*enterprisefax\s*=\s*yes\b/i.test(options);
}
