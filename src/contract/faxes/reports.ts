import { z } from 'zod';
import { defineCall } from '#contract/kit/call.ts';
import { idIn } from '#contract/kit/wire.ts';

/** What became of a fax that was sent, with every call, as a PDF (spec http-api 12.5); one that still waits has none. */
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
