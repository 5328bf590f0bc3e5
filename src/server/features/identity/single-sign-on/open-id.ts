import {
  ClientSecretPost,
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
} from 'openid-client';
import type { ClientAuth, Configuration } from 'openid-client';
import { createRemoteJWKSet, customFetch as keyFetch, jwtVerify } from 'jose';
import type { JWTVerifyGetKey } from 'jose';
import { z } from 'zod';

import type { OutboundGuard } from '#engine/outbound-guard/port.ts';

import { readIdentity } from './proved-identity.ts';
import type { ProvedIdentity } from './proved-identity.ts';
import { OtherIssuer, reasonOf } from './sign-on-fault.ts';

/** Timeout per request to a provider; a user is waiting. */
const ASK_LIMIT_MS = 10_000;
/** Metadata and key sets of the large providers have about 20 kB. */
const MAX_ANSWER_BYTES = 1024 * 1024;
/** How long a provider's metadata is cached. */
const KNOWN_MS = 10 * 60_000;
/** Pause after a failure, because every login attempt would send another request. */
const LEFT_ALONE_MS = 5_000;
/** Accepted signatures, also for logout tokens; never a shared secret, never none. */
const ALGORITHMS = ['RS256', 'PS256', 'ES256', 'EdDSA', 'Ed25519'];
/** Providers that are asked at the same time are far fewer; what is kept of each holds its client's secret. */
const MOST_KNOWN = 500;
/** A logout token is on its way for so long at most: the specification wants it to expire after two minutes (2.4). */
const LOGOUT_SECONDS = 120;
/** The difference of two clocks that follow a time server; more would only make a copied token good for longer. */
const CLOCKS_SECONDS = 60;
const LOGOUT_EVENT = 'http://schemas.openid.net/event/backchannel-logout';

/** A provider as the client uses it, with the secret in clear text. */
export interface OpenIdClient {
  id: number;
  issuer: string;
  clientId: string;
  secret: string;
  /** In addition to openid, email and profile. */
  scopes: readonly string[];
  /** The claim that holds the groups; null if no group has a role. */
  groupsClaim: string | null;
}

/** The values that must come back from the provider, and the proof that this browser started the login. */
export interface Attempt {
  state: string;
  nonce: string;
  verifier: string;
  /** Whether an administrator tests the provider; nobody is logged in. */
  isTest: boolean;
}

/** The sessions that a provider ends: one of its own, or all of a subject, opened before the token was issued. */
export interface LogoutOrder {
  subject: string | null;
  sid: string | null;
  issuedAt: Date;
}

const logout = z.object({
  sub: z.string().nullish(),
  sid: z.string().nullish(),
  iat: z.number(),
  // A token with a nonce would be an ID token.
  nonce: z.undefined().optional(),
  events: z.object({ [LOGOUT_EVENT]: z.record(z.string(), z.unknown()) }),
});

/** The request options of the libraries. */
interface Asked {
  method: string;
  headers: Headers | Record<string, string>;
  body?: string | URLSearchParams | Uint8Array | ArrayBuffer | ReadableStream | null | undefined;
}

/** A provider's metadata and signing keys. */
interface Provider {
  config: Configuration;
  keys: JWTVerifyGetKey;
}

/**
 * OpenID Connect Core 1.0 with authorization code and PKCE. The library checks state, nonce, issuer, audience and
 * times; signatures are always verified. Every request goes through the outbound guard.
 */
export class OpenId {
  readonly #guard: OutboundGuard;
  readonly #allowPrivate: boolean;
  readonly #known = new Map<string, { asked: Promise<Provider>; until: number }>();

  /** `allowPrivate` (F2E_ALLOW_PRIVATE_HOSTS): plain http is allowed, for providers in the operator's own network. */
  constructor(guard: OutboundGuard, allowPrivate: boolean) {
    this.#guard = guard;
    this.#allowPrivate = allowPrivate;
  }

  /** Returns the URL to send the browser to. Throws the provider's errors. */
  async authorizationUrl(client: OpenIdClient, redirectUri: string, attempt: Attempt): Promise<string> {
    const url = buildAuthorizationUrl((await this.#provider(client)).config, {
      redirect_uri: redirectUri,
      scope: ['openid', 'email', 'profile', ...client.scopes].join(' '),
      state: attempt.state,
      nonce: attempt.nonce,
      code_challenge: await calculatePKCECodeChallenge(attempt.verifier),
      code_challenge_method: 'S256',
    });
    return url.href;
  }

  /** Redeems the code that came back to this URL. Throws if the response is invalid. */
  async finish(client: OpenIdClient, returned: URL, attempt: Attempt): Promise<ProvedIdentity> {
    const { config } = await this.#provider(client);
    const tokens = await authorizationCodeGrant(config, returned, {
      pkceCodeVerifier: attempt.verifier,
      expectedState: attempt.state,
      expectedNonce: attempt.nonce,
      idTokenExpected: true,
    });
    const claims = tokens.claims();
    if (claims === undefined) throw new Error('the provider sent no ID token');
    const { groupsClaim } = client;
    const isPart =
      claims['email'] === undefined || (groupsClaim !== null && claims[groupsClaim] === undefined);
    // Some providers return the address or the groups only there.
    const more =
      isPart && config.serverMetadata().userinfo_endpoint !== undefined
        ? await fetchUserInfo(config, tokens.access_token, claims.sub)
        : {};
    return readIdentity(claims.sub, { ...more, ...claims }, groupsClaim);
  }

  /** Reads a logout token (OpenID Connect Back-Channel Logout 1.0, 2.6). Throws if it is invalid. */
  async readLogout(client: OpenIdClient, token: string): Promise<LogoutOrder> {
    const { keys } = await this.#provider(client);
    const { payload } = await jwtVerify(token, keys, {
      issuer: client.issuer,
      audience: client.clientId,
      algorithms: ALGORITHMS,
      clockTolerance: CLOCKS_SECONDS,
      maxTokenAge: LOGOUT_SECONDS,
    });
    const { sub, sid, iat } = logout.parse(payload);
    if (!sub && !sid) throw new Error('the logout token names nobody');
    return { subject: sub ?? null, sid: sid ?? null, issuedAt: new Date(iat * 1000) };
  }

  /** Returns why the provider cannot be used, in the libraries' words; null if it can. */
  async whyUnreachable(client: OpenIdClient): Promise<string | null> {
    return await this.#provider(client).then(() => null, reasonOf);
  }

  /** Returns the provider's metadata and keys, cached for ten minutes. */
  async #provider(client: OpenIdClient): Promise<Provider> {
    const key = JSON.stringify(client);
    const known = this.#known.get(key);
    if (known && known.until > Date.now()) return await known.asked;
    const asked = this.#discover(client);
    this.#keep(key, asked, KNOWN_MS);
    asked.catch(() => this.#keep(key, asked, LEFT_ALONE_MS));
    return await asked;
  }

  /** Forgets what is too old, and of too many what was asked first: a client that was changed or removed leaves no secret. */
  #keep(key: string, asked: Promise<Provider>, forMs: number): void {
    const now = Date.now();
    this.#known.delete(key);
    for (const [other, { until }] of this.#known)
      if (until <= now || this.#known.size >= MOST_KNOWN) this.#known.delete(other);
    this.#known.set(key, { asked, until: now + forMs });
  }

  /** How many providers are kept in memory. */
  get known(): number {
    return this.#known.size;
  }

  async #discover({ issuer, clientId, secret }: OpenIdClient): Promise<Provider> {
    const options = {
      timeout: ASK_LIMIT_MS / 1000,
      [customFetch]: this.#fetch,
      execute: this.#allowPrivate ? [allowInsecureRequests] : [],
    };
    const config = await discovery(
      new URL(issuer),
      clientId,
      { client_secret: secret },
      bySecret(secret),
      options,
    );
    const { issuer: named, jwks_uri: keys } = config.serverMetadata();
    if (named !== issuer) throw new OtherIssuer(`the provider calls itself ${named}`);
    if (keys === undefined) throw new Error('the provider names no keys');
    enableNonRepudiationChecks(config);
    return { config, keys: createRemoteJWKSet(new URL(keys), { [keyFetch]: this.#fetch }) };
  }

  readonly #fetch = async (url: string, options: Asked): Promise<Response> => {
    const { method, headers, body } = options;
    const answer = await this.#guard.request(url, {
      method,
      headers: Object.fromEntries(new Headers(headers)),
      // The libraries send forms.
      ...((typeof body === 'string' || body instanceof URLSearchParams) && { body: body.toString() }),
      limitMs: ASK_LIMIT_MS,
      maxBytes: MAX_ANSWER_BYTES,
    });
    if (answer.kind === 'refused') throw new Error(`${new URL(url).host}: ${answer.reason}`);
    const type = answer.headers['content-type'];
    return new Response(new Uint8Array(answer.body), {
      status: answer.status,
      headers: type === undefined ? {} : { 'content-type': type },
    });
  };
}

/** Basic is the default unless the provider's metadata says otherwise (OpenID Connect Discovery 1.0, 3). */
function bySecret(secret: string): ClientAuth {
  return (server, client, body, headers) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    if (!methods.includes('client_secret_basic')) ClientSecretPost(secret)(server, client, body, headers);
    else headers.set('authorization', `Basic ${btoa(`${escaped(client.client_id)}:${escaped(secret)}`)}`);
  };
}

/**
 * Encodes as in a form (RFC 6749 2.3.1), but only what must be encoded: some providers, such as Glewlwyd, compare
 * without decoding, and client IDs are full of hyphens, which the library's own function encodes.
 */
function escaped(text: string): string {
  return encodeURIComponent(text).replaceAll('%20', '+');
}
