import { createHash, randomBytes } from 'node:crypto';

import { EGNYTE_CLIENT } from './fake-answers.ts';
import type { Answer, EgnyteBehaviour, EgnyteRequest } from './fake-answers.ts';

/** Granted codes, which work once, and tokens, which work until they expire. */
export interface Grants {
  codes: Map<string, { redirectUri: string; challenge: string | null }>;
  /** Access token → when it expires. */
  tokens: Map<string, number>;
  refreshes: Map<string, true>;
  signedIn: number;
}

interface Parts {
  grants: Grants;
  behaviour: EgnyteBehaviour;
}

/** Handles OAuth's authorization code flow, with a consent page and refresh tokens. */
export function answerSignIn(fake: Parts, request: EgnyteRequest): Answer | null {
  if (request.path !== '/puboauth/token') return null;
  return request.method === 'GET' ? consent(fake, request.url) : redeem(fake, request);
}

function consent({ grants }: Parts, url: URL): Answer {
  const query = url.searchParams;
  const redirectUri = query.get('redirect_uri') ?? '';
  if (query.get('client_id') !== EGNYTE_CLIENT.id || query.get('response_type') !== 'code')
    return { status: 400, json: { error: 'invalid_request' } };
  const state = encodeURIComponent(query.get('state') ?? '');
  if (query.has('deny'))
    return { status: 302, headers: { location: `${redirectUri}?error=access_denied&state=${state}` } };
  if (query.has('allow')) {
    const code = randomBytes(12).toString('hex');
    grants.codes.set(code, { redirectUri, challenge: query.get('code_challenge') });
    return { status: 302, headers: { location: `${redirectUri}?code=${code}&state=${state}` } };
  }
  const again = `${url.pathname}${url.search}`.replaceAll('&', '&amp;').replaceAll('"', '');
  return {
    status: 200,
    body: `<!doctype html><title>Egnyte</title><h1>Allow access?</h1><a href="${again}&amp;allow=1">Allow</a> <a href="${again}&amp;deny=1">Deny</a>`,
  };
}

function redeem({ grants, behaviour }: Parts, request: EgnyteRequest): Answer {
  const form = new URLSearchParams(request.body.toString());
  const refused: Answer = { status: 400, json: { error: 'invalid_grant' } };
  if (form.get('client_id') !== EGNYTE_CLIENT.id || form.get('client_secret') !== EGNYTE_CLIENT.secret)
    return { status: 400, json: { error: 'invalid_client' } };
  if (form.get('grant_type') === 'refresh_token') {
    if (!grants.refreshes.delete(form.get('refresh_token') ?? '')) return refused;
    return granted({ grants, behaviour });
  }
  const code = form.get('code') ?? '';
  const known = grants.codes.get(code);
  grants.codes.delete(code);
  if (!known || known.redirectUri !== form.get('redirect_uri')) return refused;
  const verifier = form.get('code_verifier') ?? '';
  const challenge = createHash('sha256').update(verifier).digest('base64url');
  if (known.challenge !== null && known.challenge !== challenge) return refused;
  return granted({ grants, behaviour });
}

function granted({ grants, behaviour }: Parts): Answer {
  const access = randomBytes(18).toString('hex');
  const seconds = behaviour.tokenSeconds;
  grants.signedIn += 1;
  grants.tokens.set(access, seconds === null ? Number.POSITIVE_INFINITY : Date.now() + seconds * 1_000);
  if (seconds === null)
    return { status: 200, json: { access_token: access, token_type: 'bearer', expires_in: -1 } };
  const refresh = randomBytes(18).toString('hex');
  grants.refreshes.set(refresh, true);
  return {
    status: 200,
    json: { access_token: access, refresh_token: refresh, token_type: 'bearer', expires_in: seconds },
  };
}
