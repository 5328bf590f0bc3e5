import { z } from 'zod';
import { defineCall } from '#contract/kit/call.ts';
import { success, successWith } from '#contract/kit/errors.ts';
import { flagIn, flagOut } from '#contract/kit/flags.ts';

/**
 * What a mail about a received fax contains: the document (a searchable PDF includes the words of its pages), or only a
 * notice.
 */
export const FAX_COPIES = ['pdf', 'searchable-pdf', 'tiff', 'notice'] as const;

/** Which outcomes of sent faxes are reported to the owner by email; `sent`: only delivered ones. */
export const SEND_NOTICES = ['none', 'failed', 'sent', 'all'] as const;

/** Why mails to an address were returned; each has a translated text. */
export const ADDRESS_TROUBLES = ['unknown', 'full', 'refused'] as const;

const delivery = z.object({
  copy: z.enum(FAX_COPIES),
  sendNotices: z.enum(SEND_NOTICES),
  /** Whether the mail about a sent fax shows its first page. */
  report: flagOut,
  /** Whether the owner gets an email at 80 and 100 % of the month's pages. */
  usage: flagOut,
  /** Whether documents may travel by mail. False for HIPAA accounts: they get only notices, whatever `copy` is. */
  documents: z.boolean(),
  /** Addresses of the account whose mails were returned. A suspended address gets no more mails about faxes. */
  troubles: z.array(
    z.object({ email: z.string(), reason: z.enum(ADDRESS_TROUBLES), suspended: z.boolean() }),
  ),
});

/** Returns how the account's faxes are mailed, and which of its addresses are unreachable (spec http-api 12.11). */
export const mailDelivery = defineCall({
  method: 'GET',
  path: '/api/faxui/mailDelivery.json',
  access: 'user',
  summary: 'Faxes by e-mail',
  reply: delivery,
});

/** Changes these settings; omitted fields stay unchanged. */
export const changeMailDelivery = defineCall({
  method: 'PUT',
  path: '/api/faxui/mailDelivery.json',
  access: 'user',
  summary: 'Change how faxes go by e-mail',
  body: z.object({
    copy: z.enum(FAX_COPIES).optional(),
    sendNotices: z.enum(SEND_NOTICES).optional(),
    report: flagIn.optional(),
    usage: flagIn.optional(),
  }),
  reply: successWith(delivery),
});

/** Resumes mails to an address whose mails were returned. For an address without trouble the response is 404. */
export const tryMailAgain = defineCall({
  method: 'POST',
  path: '/api/faxui/mailTryAgain.json',
  access: 'user',
  summary: 'Send mails to an address again',
  body: z.object({ email: z.string().max(256) }),
  reply: success,
});
