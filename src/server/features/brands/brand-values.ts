import { z } from 'zod';

/** A host name without port, as browsers send it; 253 is the longest that DNS knows. */
export const hostName = z
  .string()
  .max(253)
  .regex(
    /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/,
    'is no domain name',
  );

/** A web address that people are sent to; nothing but the web, so that no link can run script. */
export const webAddress = z.literal('').or(z.url({ protocol: /^https?$/, message: 'is no web address' }));

/** A language as files and the wire name it (contract 1.3). */
export const languageCode = z.string().regex(/^[a-z]{2}(-[A-Z]{2})?$/, 'is no language like en');
