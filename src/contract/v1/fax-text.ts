import { z } from 'zod';

import { defineApiCall } from './define.ts';
import { faxIdIn } from './fax.ts';
import { readErrors } from './faxes.ts';

/** Returns the text recognized on the pages of a fax, and its barcodes. */
export const getFaxText = defineApiCall({
  access: 'key',
  scope: 'faxes:read',
  about: 'account',
  method: 'GET',
  path: '/v1/faxes/:id/text',
  summary: 'The text on the pages of a fax',
  description:
    'Printed text and barcodes, page by page. `waiting` until all pages have been read, which the event `fax.recognized` tells; `none` where this account’s faxes are not read. Reading it is written into the activity of the account, with the key.',
  params: z.object({ id: faxIdIn }),
  reply: z.object({
    object: z.literal('fax_text'),
    fax: z.string(),
    state: z.enum(['done', 'waiting', 'none']),
    pages: z.array(
      z.object({
        page: z.number().int(),
        text: z.string().describe('Lines in reading order, divided by line feeds.'),
        barcodes: z.array(
          z.object({
            format: z.string().describe('`QRCode`, `Code128`, `DataMatrix` …'),
            text: z.string(),
            box: z.array(z.number()).describe('Left, top, width and height in dots of the page.'),
          }),
        ),
      }),
    ),
  }),
  errors: readErrors,
});
