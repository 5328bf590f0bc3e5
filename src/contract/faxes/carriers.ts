import { defineCall } from '#contract/kit/call.ts';
import { success } from '#contract/kit/errors.ts';

/** A notice is a few hundred bytes; who sends more than this is no carrier (A-INBOUND-04). */
const NOTICE_BYTES = 256 * 1024;

/** Why a carrier's notice is not taken. */
export const carrierErrors = { NOTICE_REFUSED: 401 } as const;

/**
 * What a carrier tells about calls and arrivals of a line (spec http-api 12.21). There is no session: the signature over the
 * bytes of the body proves who says it, so the body is not described here. 200 only after the commit.
 */
export const carrierNotice = defineCall({
  method: 'POST',
  path: '/api/lines/:name/:kind',
  access: 'guest',
  login: true,
  summary: 'A carrier reports what happens on its line',
  bodyLimit: NOTICE_BYTES,
  reply: success,
  errors: carrierErrors,
});
