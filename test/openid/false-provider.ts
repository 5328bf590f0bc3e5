import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SignJWT, exportJWK, generateKeyPair } from 'jose';
import type { JWTPayload } from 'jose';

/** An OpenID Connect provider whose responses a test controls. */
export interface FalseProvider {
  issuer: string;
  /** Claims that override the correct ones in the next ID token. */
  claims: JWTPayload;
  /** Creates the ID token instead, for tests that need an invalid one. */
  forge: ((claims: JWTPayload) => Promise<string>) | null;
  /** Refuses the client at the token endpoint with this error. */
  refusal: string | null;
  /** Metadata that override the correct ones. */
  metadata: Record<string, unknown>;
  /** The response of the userinfo endpoint, if the metadata name one. */
  userinfo: Record<string, unknown>;
  /** Forms received at the token endpoint, with the client's authorization. */
  asked: { form: URLSearchParams; authorization: string | undefined }[];
  /** Requests received, by path. */
  seen: string[];
  /** Signs a token with the provider's own key. */
  sign(claims: JWTPayload, typ?: string): Promise<string>;
  /** The nonce in the ID token; a login passes it on. */
  nonce: string;
  stop(): Promise<void>;
}

export const CLIENT_ID = 'f2e-client';

/** Starts a provider on its own port. */
export async function startFalseProvider(): Promise<FalseProvider> {
  const { privateKey, publicKey } = await generateKeyPair('RS256');
  const jwk = { ...(await exportJWK(publicKey)), kid: 'one', alg: 'RS256', use: 'sig' };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const path = request.url ?? '';
      provider.seen.push(path);
      void answer(path, Buffer.concat(chunks).toString(), request.headers.authorization).then((json) => {
        response.writeHead(json === null ? 404 : 'error' in json ? 401 : 200, {
          'content-type': 'application/json',
        });
        response.end(JSON.stringify(json));
      });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const answer = async (path: string, body: string, authorization: string | undefined) => {
    if (path === '/.well-known/openid-configuration')
      return {
        issuer,
        authorization_endpoint: `${issuer}/auth`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/keys`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256'],
        ...provider.metadata,
      };
    if (path === '/keys') return { keys: [jwk] };
    if (path === '/userinfo') return provider.userinfo;
    if (path !== '/token') return null;
    provider.asked.push({ form: new URLSearchParams(body), authorization });
    if (provider.refusal !== null) return { error: provider.refusal };
    const claims = rightClaims();
    const token = provider.forge ? await provider.forge(claims) : await provider.sign(claims);
    return { access_token: 'of-no-use', token_type: 'Bearer', expires_in: 60, id_token: token };
  };
  const rightClaims = (): JWTPayload => {
    const now = Math.floor(Date.now() / 1000);
    const { nonce } = provider;
    return { iss: issuer, aud: CLIENT_ID, iat: now, exp: now + 300, nonce, ...provider.claims };
  };
  const provider: FalseProvider = {
    issuer,
    claims: {},
    forge: null,
    refusal: null,
    metadata: {},
    userinfo: {},
    asked: [],
    seen: [],
    nonce: '',
    sign: async (claims, typ = 'JWT') =>
      await new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'one', typ }).sign(privateKey),
    stop: async () =>
      await new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return provider;
}
