import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';

import { CLIENT_ID } from './false-provider.ts';

/** An OpenID Connect provider that is not ours: oidc-provider, which is certified, with people that tests choose. */
export interface RealProvider {
  issuer: string;
  stop(): Promise<void>;
}

/** The provider's data on its client. */
export interface RealClient {
  secret: string;
  redirectUri: string;
  logoutUri: string;
}

/**
 * Starts a provider. Its login page requires an email address but no password; the subject derives from the address.
 * `client` is called on the first request, because the product determines its addresses only once the issuer is known.
 */
export async function startRealProvider(client: () => RealClient): Promise<RealProvider> {
  let provider: Provider | undefined;
  const server = createServer((request, response) => {
    provider ??= create(issuer, client());
    void serve(provider, request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    issuer,
    stop: async () =>
      await new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function create(issuer: string, { secret, redirectUri, logoutUri }: RealClient): Provider {
  return new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT_ID,
        client_secret: secret,
        redirect_uris: [redirectUri],
        backchannel_logout_uri: logoutUri,
        backchannel_logout_session_required: true,
      },
    ],
    cookies: { keys: ['of this test'] },
    claims: {
      openid: ['sub', 'sid'],
      email: ['email', 'email_verified'],
      profile: ['name'],
      groups: ['groups'],
    },
    scopes: ['groups'],
    conformIdTokenClaims: false,
    features: {
      devInteractions: { enabled: false },
      backchannelLogout: { enabled: true },
      // Its default pages load fonts from the internet.
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: (context, form) => {
          context.body = `${form}<button form="op.logoutForm" name="logout" value="yes">Log out</button>`;
        },
        postLogoutSuccessSource: (context) => {
          context.body = '<p>Logged out</p>';
        },
      },
    },
    findAccount: (_, email) => ({
      accountId: email,
      claims: () => ({
        sub: email,
        email,
        email_verified: true,
        name: 'Ana Duarte',
        // The part of the address before a dot.
        groups: [email.split('.', 1)[0] ?? ''],
      }),
    }),
    // Its own dispatcher refuses loopback addresses, as it should outside of tests.
    fetch: async (url, options) => {
      const { method, headers, body, signal } = options ?? {};
      return await fetch(url, { method, headers, body, signal });
    },
    ttl: { Session: 3600, Interaction: 600, Grant: 3600, AccessToken: 600, IdToken: 600 },
  });
}

async function serve(provider: Provider, request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (!request.url?.startsWith('/interaction/')) return void provider.callback()(request, response);
  const email = new URL(request.url, provider.issuer).searchParams.get('email');
  if (email === null) {
    response.setHeader('content-type', 'text/html');
    response.end(
      '<!doctype html><title>Clinic login</title><form><label>Email <input name="email"></label><button>Go on</button></form>',
    );
    return;
  }
  const grant = new provider.Grant({ accountId: email, clientId: CLIENT_ID });
  grant.addOIDCScope('openid email profile groups');
  const grantId = await grant.save();
  await provider.interactionFinished(request, response, {
    login: { accountId: email },
    consent: { grantId },
  });
}
