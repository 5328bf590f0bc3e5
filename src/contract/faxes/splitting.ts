import { z } from 'zod';

import { defineCall } from '#contract/kit/call.ts';

/** The text in the code on a separator page. It never changes, because printed pages stay in use. */
export const SEPARATOR_TEXT = 'F2E-SEPARATOR';

/**
 * Maximum number of parts; a fax with more stays whole, because strangers can print separator pages, too (A-SPLIT-01).
 */
export const MOST_PARTS = 50;

/**
 * Returns a page to fax between two documents, as a PDF to print, in the language of the account (spec http-api 12.51).
 */
export const separatorPage = defineCall({
  method: 'GET',
  path: '/api/faxui/separatorPage',
  access: 'user',
  right: 'self',
  summary: 'Separator page to print',
  replyKind: 'file',
  reply: z.unknown(),
});
