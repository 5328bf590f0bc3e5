import { z } from 'zod';
import { defineCall } from '#contract/kit/call.ts';
import { idIn, idOut } from '#contract/kit/wire.ts';

/** The longest name of a provider, as it stands on its button. */
export const PROVIDER_NAME_MAX = 40;
/** States, codes and session states of providers; the longest codes seen (Microsoft Entra) have about 1,500 characters. */
const ANSWER_MAX = 4096;

/** What is wrong when somebody comes back from a provider without being let in; each is a sentence of the login page. */
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

/** The providers at which the people of this host's brand log in (spec http-api 12.42). */
export const signOnProviders = defineCall({
  method: 'GET',
  path: '/api/faxui/signOnProviders',
  access: 'guest',
  summary: 'Providers of single sign-on',
  reply: z.object({
    providers: z.array(z.object({ id: idOut, name: z.string() })),
    /** Whether organizations have set up providers of their own; signOnFor finds them by an address. */
    byAddress: z.boolean(),
  }),
});

/** Sends the browser to a provider, with a key in a cookie that it must bring back. */
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

/** What a browser brings back from a provider. */
export const returned = z.object({ code: answer, state: answer, iss: answer, error: answer });

/** The provider sends the browser back here; what it says is proved by the provider itself, not by the browser. */
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
