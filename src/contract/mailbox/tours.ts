import { z } from 'zod';
import { defineCall } from '#contract/kit/call.ts';
import { success } from '#contract/kit/errors.ts';

/** The tour value of an account that has seen or declined it (TOUR-11). */
export const TOUR_COMPLETE = 2;

/** Records that the tour was seen; it no longer starts automatically (spec http-api 2.5). */
export const tourViewed = defineCall({
  method: 'PUT',
  path: '/api/{n}db/f2e/TourViewed.json',
  access: 'user',
  right: 'self',
  summary: 'The tour has been viewed',
  body: z.object({}),
  reply: success,
});
