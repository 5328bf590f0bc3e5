import { z } from 'zod';
import { defineCall } from '#contract/kit/call.ts';
import { idIn, idOut } from '#contract/kit/wire.ts';

/** Maximum length of a provider's name, which is the label of its button. */
export const PROVIDER_NAME_MAX = 40;
/**
 * Maximum length of states, codes and session states of providers; the longest codes seen (Microsoft Entra) have about
 * 1,500 characters.
 */
const ANSWER_MAX = 4096;

/** Why somebody who returns from a provider is not let in; each has a sentence on the login page. */
export const SIGN_ON_FAULTS = [
  'canceled',
  'failed',
  'address',
  'unknown',
  'elsewhere',
  'unreachable',
  'wait',
] as const;
export type SignOnFault = (typeof SIGN_ON_FAULTS)[number];

const params = z.object({ provider: idIn });

/** Lists the providers at which people log in on this host's brand (spec http-api 12.42). */
export const signOnProviders = defineCall({
  method: 'GET',
  path: '/api/faxui/signOnProviders',
  access: 'guest',
  summary: 'Providers of single sign-on',
  reply: z.object({
    providers: z.array(z.object({ id: idOut, name: z.string() })),
    /** Whether organizations have set up their own providers; signOnFor finds them by an address. */
    byAddress: z.boolean(),
  }),
});

/** Redirects the browser to a provider, with a key in a cookie that it must send back. */
export const beginSignOn = defineCall({
  method: 'GET',
  path: '/sso/:provider',
  access: 'guest',
  login: true,
  summary: 'Log in at a provider',
  params,
  replyKind: 'file',
  reply: z.unknown(),
});

const answer = z.string().max(ANSWER_MAX).optional();

/** The parameters with which the browser returns from a provider. */
export const returned = z.object({ code: answer, state: answer, iss: answer, error: answer });

/**
 * Receives the browser on its return from the provider; the provider itself, not the browser, proves what is claimed.
 */
export const finishSignOn = defineCall({
  method: 'GET',
  path: '/sso/:provider/callback',
  access: 'guest',
  login: true,
  summary: 'Come back from a provider',
  params,
  query: returned,
  replyKind: 'file',
  reply: z.unknown(),
});
