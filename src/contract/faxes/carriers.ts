import { defineCall } from '#contract/kit/call.ts';
import { success } from '#contract/kit/errors.ts';

/** A notice's own data is within its first bytes; some carriers append the file of the fax (A-INBOUND-04). */
export const NOTICE_BYTES = 256 * 1024;

/** Why a carrier's notice is rejected. */
export const carrierErrors = { NOTICE_REFUSED: 401 } as const;

/**
 * Receives a carrier's reports on calls and arrivals of a line (spec http-api 12.21). There is no session: a signature
 * over the bytes of the body proves the sender, or the server queries the carrier; so the body is not described here.
 * Responds 200 only after the commit.
 */
export const carrierNotice = defineCall({
  method: 'POST',
  path: '/api/lines/:name/:kind',
  access: 'guest',
  login: true,
  summary: 'A carrier reports what happens on its line',
  reply: success,
  errors: carrierErrors,
});
