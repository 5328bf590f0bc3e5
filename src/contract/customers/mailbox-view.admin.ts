import { z } from 'zod';
import { operatorErrors } from '#contract/identity/operators.admin.ts';
import { defineCall } from '#contract/kit/call.ts';
import { success } from '#contract/kit/errors.ts';
import { paging } from '#contract/kit/paging.ts';
import { idIn } from '#contract/kit/wire.ts';
import { FOLDERS } from '#contract/mailbox/inbox.ts';
import { childFaxes, viewErrors } from './mailbox-view.ts';

/** How long an operator may view a mailbox after giving a reason, in minutes. */
export const OPERATOR_VIEW_MINUTES = 30;
/** Length of a reason in characters. */
export const VIEW_REASON = { least: 10, most: 300 } as const;

/** Starts an operator's visit to a mailbox: it is audited, and the owner gets an email with the reason. */
export const operatorMailboxOpen = defineCall({
  method: 'POST',
  path: '/operator/api/mailbox',
  access: 'operator',
  summary: 'Console: view a mailbox, with a written reason',
  body: z.object({
    id: idIn,
    reason: z
      .string('REQUIRED')
      .trim()
      .min(VIEW_REASON.least, 'TOO_SHORT')
      .max(VIEW_REASON.most, 'TOO_LONG')
      .regex(/^\P{Cc}*$/u, 'INVALID'),
  }),
  reply: success,
  errors: operatorErrors,
});

/** Lists the faxes of a folder during a visit, newest first. No call changes any of them. */
export const operatorMailboxFaxes = defineCall({
  method: 'GET',
  path: '/operator/api/mailbox',
  access: 'operator',
  summary: 'Console: list the faxes of a mailbox',
  query: z.object({ ...paging, id: idIn, folder: z.enum(FOLDERS).default('Inbox') }),
  reply: childFaxes.reply,
  errors: { ...operatorErrors, ...viewErrors },
});

/** Returns a page of a fax during a visit; each opened fax is audited. */
export const operatorMailboxPage = defineCall({
  method: 'GET',
  path: '/operator/api/mailbox/page',
  access: 'operator',
  summary: 'Console: a page of a fax in a mailbox',
  query: z.object({
    id: idIn,
    /** The fax_path from the list. */
    fax: z.string().regex(/^[\w-]{1,64}$/),
    page: z.coerce.number().int().min(1).max(10_000),
  }),
  /** The page as a base64 GIF. */
  reply: z.object({ gif: z.string() }),
  errors: { ...operatorErrors, ...viewErrors },
});
