import { z } from 'zod';
import { defineCall } from '#contract/kit/call.ts';
import { idIn } from '#contract/kit/wire.ts';

/**
 * Returns a PDF with the outcome of a sent fax and every call (spec http-api 12.5); none exists while the fax is
 * waiting.
 */
export const transmissionReport = defineCall({
  method: 'GET',
  path: '/api/faxui/transmissionReport',
  access: 'user',
  right: 'sent',
  summary: 'Transmission report of a sent fax',
  query: z.object({ fid: idIn }),
  replyKind: 'file',
  reply: z.unknown(),
});
