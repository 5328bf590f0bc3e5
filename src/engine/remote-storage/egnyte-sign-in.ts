import { createHash } from 'node:crypto';

import { jsonOf, MAX_JSON, notReached, REVOKED, throttleOf } from './egnyte-answers.ts';
import type { EgnyteDeps } from './egnyte-answers.ts';
import { originOf } from './egnyte-domain.ts';
import { secondsOf, throttled } from './http-faults.ts';
import type { Authorization, TokenKeeper, TokenOutcome } from './port.ts';

/** The scopes that copies of faxes and sending from Egnyte need, and no more. */
const SCOPES = 'Egnyte.filesystem Egnyte.permission';

const LIMIT_MS = 20_000;

/** Returns the address of the consent page; `mobile=1` selects the small page, which fits the popup of 400x575. */
export function authorizeUrl(deps: EgnyteDeps, authorization: Authorization): string {
  const url = new URL(`${originOf(authorization.domain, deps.baseUrl)}/puboauth/token`);
  const challenge = createHash('sha256').update(authorization.codeVerifier).digest('base64url');
  const query = {
    client_id: deps.clientId,
    redirect_uri: authorization.redirectUri,
    scope: SCOPES,
    state: authorization.state,
    response_type: 'code',
    code_challenge: challenge,
    code_challenge_method: 'S256',
    mobile: '1',
  };
  url.search = Object.entries(query)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&');
  return url.href;
}

/** Exchanges the code of a redirect for tokens. */
export async function redeemCode(
  deps: EgnyteDeps,
  authorization: Omit<Authorization, 'state'> & { code: string },
): Promise<TokenOutcome> {
  return await askForTokens(deps, authorization.domain, {
    grant_type: 'authorization_code',
    code: authorization.code,
    redirect_uri: authorization.redirectUri,
    code_verifier: authorization.codeVerifier,
  });
}

/** Renews the expired tokens of a connection. They are stored before use; otherwise a crash would lose them. */
export async function renewTokens(
  deps: EgnyteDeps,
  domain: string,
  keeper: TokenKeeper,
): Promise<TokenOutcome> {
  return await keeper.renew(async ({ refreshToken }) => {
    if (refreshToken === null) return REVOKED;
    const renewed = await askForTokens(deps, domain, {
      grant_type: 'refresh_token',
      refresh_token: refreshToken,
    });
    if (renewed.kind !== 'ok') return renewed;
    const tokens = { ...renewed.tokens, refreshToken: renewed.tokens.refreshToken ?? refreshToken };
    return { kind: 'ok', tokens };
  });
}

async function askForTokens(
  deps: EgnyteDeps,
  domain: string,
  form: Record<string, string>,
): Promise<TokenOutcome> {
  const { clientId, clientSecret } = deps;
  const answer = await deps.guard.request(`${originOf(domain, deps.baseUrl)}/puboauth/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
    body: new URLSearchParams({ client_id: clientId, client_secret: clientSecret, ...form }).toString(),
    limitMs: LIMIT_MS,
    maxBytes: MAX_JSON,
  });
  if (answer.kind === 'refused') return notReached(answer.reason);
  // This endpoint alone throttles with 409: 100 requests an hour.
  if (answer.status === 409) return throttled(secondsOf(answer.headers['retry-after']));
  const throttle = throttleOf(answer);
  if (throttle) return throttle;
  const { access_token: access, refresh_token: refresh, expires_in: seconds } = jsonOf(answer.body);
  if (answer.status !== 200 || typeof access !== 'string' || access === '') return REVOKED;
  return {
    kind: 'ok',
    tokens: {
      accessToken: access,
      refreshToken: typeof refresh === 'string' && refresh !== '' ? refresh : null,
      // Older applications get tokens without an expiry: no number, or one that is not positive.
      expiresAt: typeof seconds === 'number' && seconds > 0 ? Date.now() + seconds * 1_000 : null,
    },
  };
}
