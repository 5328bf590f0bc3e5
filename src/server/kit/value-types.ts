import { z } from 'zod';

/** Parses an address as browsers do; returns null if they cannot open it. */
function parsed(address: string): URL | null {
  return URL.canParse(address) ? new URL(address) : null;
}

/**
 * Values that operators enter anywhere: settings, command line, console. Each has one rule, so that a value refused in
 * one place does not get in through another (A-QUERY-13). Each message continues a sentence that begins with the name.
 */

/** A host name without port, as browsers send it; 253 is the longest that DNS knows. Browsers must be able to open it. */
export const hostName = z
  .string()
  .max(253, 'is longer than 253 characters')
  .regex(
    /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/,
    'is no domain name',
  )
  .refine((value) => parsed(`https://${value}`)?.hostname === value, 'is no domain name');

/** The origin of a web address as browsers write it: no path, no login, no port above 65535. */
export const webOrigin = z
  .string()
  .refine((written) => {
    const value = written.toLowerCase();
    const url = parsed(value);
    return (
      url !== null &&
      /^https?:\/\/[^/\\\s?#@]+$/.test(value) &&
      (value === url.origin || isDefaultPort(value, url)) &&
      (url.hostname.startsWith('[') || hostName.safeParse(url.hostname).success)
    );
  }, 'must be like https://fax.example.com, without a path')
  .transform((value) => new URL(value).origin);

/** Whether the value spells out the scheme's default port, which is allowed. */
function isDefaultPort(value: string, { origin, protocol }: URL): boolean {
  return value === `${origin}:${protocol === 'https:' ? 443 : 80}`;
}

/** Accepts the type or an empty text; the error message is the type's own. */
export function orEmpty(type: z.ZodType<string, string>) {
  return z.string().transform((value, context) => {
    if (value === '') return '';
    const read = type.safeParse(value);
    if (read.success) return read.data;
    context.addIssue({ code: 'custom', message: read.error.issues[0]?.message ?? 'is not valid' });
    return z.NEVER;
  });
}

/** A web address that people are sent to, or empty; only http and https, so that no link can run a script. */
export const webAddress = orEmpty(
  z
    .string()
    .max(2048, 'is longer than 2048 characters')
    .refine((value) => {
      const url = parsed(value);
      return (
        url !== null && /^https?:\/\/[^\s\\]+$/i.test(value) && url.username === '' && url.password === ''
      );
    }, 'is no web address like https://help.example.com'),
);

/** A language code as files and the wire write it (spec http-api 1.3). */
export const languageCode = z.string().regex(/^[a-z]{2}(-[A-Z]{2})?$/, 'is no language like en');
