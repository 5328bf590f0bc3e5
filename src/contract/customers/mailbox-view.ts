import { z } from 'zod';
import { FAX_FILE, FOLDERS, faxRow } from '#contract/mailbox/inbox.ts';
import { defineCall } from '#contract/kit/call.ts';
import { success } from '#contract/kit/errors.ts';
import { paging } from '#contract/kit/paging.ts';
import { idIn, idOut, timeOut } from '#contract/kit/wire.ts';

/** How long one look into a mailbox lasts; after it the administrator opens it anew, which is audited anew. */
export const VIEW_MINUTES = 60;
/** Looks that a mailbox's owner is shown. */
export const VIEWS_SHOWN = 20;

/** Why a mailbox is not shown: its product does not allow it, or the look has ended. */
export const viewErrors = { VIEW_NOT_ALLOWED: 412, VIEW_ENDED: 412 } as const;

/** Begins a look into the mailbox of a fax account: audited, and its owner sees it. Own addition. */
export const openMailbox = defineCall({
  method: 'POST',
  path: '/api/faxui/openMailbox.json',
  access: 'multifax',
  summary: 'Look into the mailbox of a fax account',
  body: z.object({ id: idIn }),
  reply: success,
  errors: viewErrors,
});

/** Faxes of a folder, the newest first, while a look lasts. There is no call that changes any of them. Own addition. */
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

/** A page image or the whole fax, while a look lasts; which faxes were looked at is audited. Own addition. */
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

/** The latest visits to one's own mailbox by its administrator and by operators, the newest first. Own addition. */
export const mailboxViews = defineCall({
  method: 'GET',
  path: '/api/faxui/mailboxViews',
  access: 'user',
  summary: 'Visits to the mailbox by its administrator and by operators',
  reply: z.object({
    /** Whether an administrator may look at all. */
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

/** The newest acts that an administrator can page through: years of theirs. */
export const ACTIONS_SHOWN = 5_000;

/** What the administrator did, the newest first, at most ACTIONS_SHOWN. Own addition. */
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
        /** Who did it under their own name; empty for the login with user name and password. */
        who: z.string(),
        /** The account it was about; its number, or its address while it has none. */
        account: z.string(),
        /** What was named: a domain, an address, a line. */
        detail: z.string(),
        address: z.string(),
      }),
    ),
    total: z.number(),
  }),
});
