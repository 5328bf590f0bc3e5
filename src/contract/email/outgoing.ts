import { z } from 'zod';
import { defineCall } from '#contract/kit/call.ts';
import { success, successWith } from '#contract/kit/errors.ts';
import { flagIn, flagOut } from '#contract/kit/flags.ts';

/** What a mail about a received fax brings: the document (a searchable PDF has the words of its pages), or the news alone. */
export const FAX_COPIES = ['pdf', 'searchable-pdf', 'tiff', 'notice'] as const;

/** Which outcomes of sent faxes the owner gets emails about; `sent`: delivered ones only. */
export const SEND_NOTICES = ['none', 'failed', 'sent', 'all'] as const;

/** Why mails to an address came back; words say it. */
export const ADDRESS_TROUBLES = ['unknown', 'full', 'refused'] as const;

const delivery = z.object({
  copy: z.enum(FAX_COPIES),
  sendNotices: z.enum(SEND_NOTICES),
  /** Whether the mail about a sent fax shows its first page. */
  report: flagOut,
  /** Whether the owner gets an email at 80 and 100 % of the month's pages. */
  usage: flagOut,
  /** False for accounts whose faxes must not travel by mail (HIPAA): they get the news alone, whatever `copy` says. */
  documents: z.boolean(),
  /** Addresses of the account that mails came back from. A suspended one gets no more mails about faxes. */
  troubles: z.array(
    z.object({ email: z.string(), reason: z.enum(ADDRESS_TROUBLES), suspended: z.boolean() }),
  ),
});

/** How the account's faxes go by mail, and which of its addresses can't be reached (spec http-api 12.11). */
export const mailDelivery = defineCall({
  method: 'GET',
  path: '/api/faxui/mailDelivery.json',
  access: 'user',
  summary: 'Faxes by e-mail',
  reply: delivery,
});

/** Changes it; what is left out stays. */
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

/** Mails go to an address again that they came back from. An address without trouble is unknown: 404. */
export const tryMailAgain = defineCall({
  method: 'POST',
  path: '/api/faxui/mailTryAgain.json',
  access: 'user',
  summary: 'Send mails to an address again',
  body: z.object({ email: z.string().max(256) }),
  reply: success,
});
