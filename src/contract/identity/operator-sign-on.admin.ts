import { z } from 'zod';
import { defineCall } from '#contract/kit/call.ts';
import { idIn, idOut } from '#contract/kit/wire.ts';

import { returned } from './single-sign-on.ts';

/** Own addition (spec http-api 12.49): operators log in to the console at their own provider. */
const params = z.object({ provider: idIn });

/** Lists the operators' providers. */
export const operatorProviders = defineCall({
  method: 'GET',
  path: '/operator/api/sso',
  access: 'guest',
  summary: 'Console: providers of single sign-on',
  reply: z.object({ providers: z.array(z.object({ id: idOut, name: z.string() })) }),
});

/** Redirects the browser to a provider, with a key in a cookie that it must send back. */
export const operatorBeginSignOn = defineCall({
  method: 'GET',
  path: '/operator/api/sso/:provider',
  access: 'guest',
  login: true,
  summary: 'Console: log in at a provider',
  params,
  replyKind: 'file',
  reply: z.unknown(),
});

/** Receives the browser on its return from the provider. */
export const operatorFinishSignOn = defineCall({
  method: 'GET',
  path: '/operator/api/sso/:provider/callback',
  access: 'guest',
  login: true,
  summary: 'Console: come back from a provider',
  params,
  query: returned,
  replyKind: 'file',
  reply: z.unknown(),
});
