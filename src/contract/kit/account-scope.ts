import { z } from 'zod';

/** Which account is meant: empty for the signed-in one itself; an administrator names one of theirs (spec http-api 6.1). */
export const uid = z
  .union([z.string().max(20), z.number()])
  .transform(String)
  .default('');
