import { z } from 'zod';

import { defineCall } from '#contract/kit/call.ts';

/** What the code on a separator page says. Printed pages lie in people's drawers: it never changes. */
export const SEPARATOR_TEXT = 'F2E-SEPARATOR';

/** A fax with more parts stays whole: a stranger can print separator pages, too (A-SPLIT-01). */
export const MOST_PARTS = 50;

/** A page to be faxed between two documents, as a PDF to print, in the language of the account (spec http-api 12.51). */
export const separatorPage = defineCall({
  method: 'GET',
  path: '/api/faxui/separatorPage',
  access: 'user',
  right: 'self',
  summary: 'Separator page to print',
  replyKind: 'file',
  reply: z.unknown(),
});
