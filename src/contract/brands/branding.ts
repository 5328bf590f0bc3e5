import { z } from 'zod';
import { defineCall } from '#contract/kit/call.ts';
import { flagOut } from '#contract/kit/flags.ts';

const domainQuery = z.object({ fax_domain: z.string().max(253).default('') });

/** What a brand shows (spec http-api 1.2, BRAND-01); `ext` is our own. */
export const branding = z.object({
  hid: z.string(),
  lang: z.string(),
  gid: z.string(),
  logo: z.string(),
  top_banner: z.string(),
  title: z.string(),
  protocol: z.enum(['http', 'https']),
  favicon: z.string(),
  onetrust_token: z.string(),
  ga_id: z.string(),
  use_new_ui: flagOut,
  egnyte: z.object({ isEgnyte: z.boolean() }),
  ext: z.object({
    helpUrl: z.string(),
    sftpEnabled: z.boolean(),
    /** How many characters of a password forms take: 32, or more if the brand allows longer ones. */
    passwordMax: z.number(),
    notices: z.object({
      billingPortal: z.object({ enabled: z.boolean(), url: z.string() }),
      serviceTransfer: z.object({ enabled: z.boolean(), deadline: z.string() }),
    }),
  }),
});
export type Branding = z.output<typeof branding>;

/** Returns the branding of a host; an unknown host gets the default brand (spec http-api 1.2). */
export const getBrandingData = defineCall({
  method: 'GET',
  path: '/api/faxui/getBrandingPerDomain.json',
  access: 'guest',
  summary: 'Branding of a host name',
  query: domainQuery,
  reply: branding,
  // 304 without a body if the browser already has it.
  streamed: true,
});

/** Returns whether this host uses this client (spec http-api 1.1); the only call outside the public path. */
export const getNewClientStatus = defineCall({
  method: 'GET',
  path: '/ajax/ajaxisnewpanelenabled.php',
  access: 'guest',
  summary: 'Whether the new client is enabled for this host',
  reply: z.object({ status: z.boolean() }),
});
