import { z } from 'zod';
import { composeErrors, MAX_EMAILS } from './compose.ts';
import { pagesErrors } from './drafts.ts';
import { defineCall } from '#contract/kit/call.ts';
import { emailAddress } from '#contract/kit/email-address.ts';
import { repeatErrors, success } from '#contract/kit/errors.ts';
import { idIn } from '#contract/kit/wire.ts';

const { EMAIL_NOT_ALLOWED, EMAIL_UNWANTED, EMAIL_LIMIT, HIPAA_NO_EMAIL } = composeErrors;

/** The file exceeds the limit for mails (spec http-api 2.4). */
export const forwardErrors = { FAX_TOO_LARGE: 412 } as const;

/** Mails a stored fax as a PDF, turned as it is seen, to contacts and subaccounts, once for each Idempotency-Key (spec http-api 12.24). */
export const forwardFax = defineCall({
  method: 'POST',
  path: '/api/faxui/forwardFax',
  access: 'user',
  right: 'send',
  summary: 'Forward a fax by email',
  body: z.object({
    fid: idIn,
    emails: z
      .array(emailAddress)
      .min(1, 'REQUIRED')
      .max(MAX_EMAILS, 'TOO_MANY')
      .transform((all) => [...new Set(all.map((one) => one.toLowerCase()))]),
  }),
  reply: success,
  errors: {
    ...pagesErrors,
    EMAIL_NOT_ALLOWED,
    EMAIL_UNWANTED,
    EMAIL_LIMIT,
    HIPAA_NO_EMAIL,
    ...forwardErrors,
    ...repeatErrors,
  },
});
