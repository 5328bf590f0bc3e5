import { defineCall } from '#contract/kit/call.ts';
import { success } from '#contract/kit/errors.ts';

/** What a notice says stands in its first bytes; some carriers send the file of the fax after it (A-INBOUND-04). */
export const NOTICE_BYTES = 256 * 1024;

/** Why a carrier's notice is not taken. */
export const carrierErrors = { NOTICE_REFUSED: 401 } as const;

/**
 * What a carrier tells about calls and arrivals of a line (spec http-api 12.21). There is no session: a signature over the
 * bytes of the body proves who says it, or the carrier is asked; so the body is not described here. 200 only after the
 * commit.
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
