import { z } from 'zod';
import { FAX_FILE, FOLDERS, faxRow } from '#contract/mailbox/inbox.ts';
import { defineCall } from '#contract/kit/call.ts';
import { success } from '#contract/kit/errors.ts';
import { paging } from '#contract/kit/paging.ts';
import { idIn, idOut, timeOut } from '#contract/kit/wire.ts';

/**
 * How long one visit to a mailbox lasts, in minutes; after that the administrator opens it again, which is audited
 * again.
 */
export const VIEW_MINUTES = 60;
/** Number of visits that the mailbox's owner can see. */
export const VIEWS_SHOWN = 20;

/** Why a mailbox is not shown: its product does not allow it, or the visit has ended. */
export const viewErrors = { VIEW_NOT_ALLOWED: 412, VIEW_ENDED: 412 } as const;

/** Starts a visit to the mailbox of a fax account: it is audited, and the owner sees it. Own addition. */
export const openMailbox = defineCall({
  method: 'POST',
  path: '/api/faxui/openMailbox.json',
  access: 'multifax',
  summary: 'Look into the mailbox of a fax account',
  body: z.object({ id: idIn }),
  reply: success,
  errors: viewErrors,
});

/** Lists the faxes of a folder during a visit, newest first. No call changes any of them. Own addition. */
export const childFaxes = defineCall({
  method: 'GET',
  path: '/api/faxui/childFaxes',
  access: 'multifax',
  summary: 'Faxes of a fax account, to look at',
  query: z.object({ ...paging, uid: idIn, folder: z.enum(FOLDERS).default('Inbox') }),
  reply: z.object({
    rows: z.array(
      faxRow.pick({
        fax_id: true,
        fax_path: true,
        fax_date: true,
        fax_from: true,
        sender: true,
        from_company: true,
        fax_pages: true,
        action: true,
        status: true,
        is_new: true,
      }),
    ),
    total: z.number(),
  }),
  errors: viewErrors,
});
export type ChildFax = z.output<typeof childFaxes.reply>['rows'][number];

/** Returns a page image or the whole fax during a visit; which faxes were viewed is audited. Own addition. */
export const childFaxFile = defineCall({
  method: 'GET',
  path: '/api/faxui/childFaxFile',
  access: 'multifax',
  summary: 'A page image or a whole fax of a fax account, to look at',
  query: z.object({ uid: idIn, file: z.string().regex(FAX_FILE).catch('') }),
  replyKind: 'file',
  reply: z.unknown(),
  errors: viewErrors,
});

/**
 * Lists the latest visits to the caller's own mailbox by its administrator and by operators, newest first. Own
 * addition.
 */
export const mailboxViews = defineCall({
  method: 'GET',
  path: '/api/faxui/mailboxViews',
  access: 'user',
  summary: 'Visits to the mailbox by its administrator and by operators',
  reply: z.object({
    /** Whether an administrator may view the mailbox. */
    allowed: z.boolean(),
    views: z.array(
      z.object({
        at: timeOut,
        by: z.string(),
        faxes: z.number(),
        /** The operator's reason; empty for the administrator. */
        reason: z.string(),
      }),
    ),
  }),
});

/** Number of the newest actions that an administrator can page through; enough for years. */
export const ACTIONS_SHOWN = 5_000;

/** Lists what the administrator did, newest first, up to ACTIONS_SHOWN. Own addition. */
export const ownActions = defineCall({
  method: 'GET',
  path: '/api/faxui/ownActions',
  takesLong: true,
  access: 'multifax',
  right: 'audit',
  summary: 'What the administrator did',
  query: z.object(paging),
  reply: z.object({
    rows: z.array(
      z.object({
        id: idOut,
        at: timeOut,
        /** A verb of the audit: `account.add`, `whitelist.add`. */
        action: z.string(),
        /** The person who acted under their own name; empty for the login with user name and password. */
        who: z.string(),
        /** The account that the action concerns: its number, or its address if it has no number. */
        account: z.string(),
        /** The object of the action: a domain, an address, a line. */
        detail: z.string(),
        address: z.string(),
      }),
    ),
    total: z.number(),
  }),
});
