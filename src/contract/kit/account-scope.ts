import { z } from 'zod';

/** The account of a call: empty for the signed-in account; an administrator names one of theirs (spec http-api 6.1). */
export const uid = z
  .union([z.string().max(20), z.number()])
  .transform(String)
  .default('');
