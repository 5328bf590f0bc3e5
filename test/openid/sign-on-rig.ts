import { join } from 'node:path';
import type { LightMyRequestResponse as Response } from 'fastify';

import { createOutboundGuard } from '#engine/outbound-guard/guard.ts';
import { openKeys } from '#engine/secrets/keys.ts';
import { OpenId } from '#server/features/identity/single-sign-on/open-id.ts';
import { createProvidersAdmin } from '#server/features/identity/single-sign-on/operate-providers.ts';
import type {
  NewProvider,
  ProvidersAdmin,
} from '#server/features/identity/single-sign-on/operate-providers.ts';

import { cookiesOf } from '../second-step-rig.ts';
import type { TestApp } from '../start-app.ts';
import { CLIENT_ID } from './false-provider.ts';
import type { FalseProvider } from './false-provider.ts';

/** The start of a login: where the browser is sent, and the cookies that it keeps. */
export interface Begun {
  answer: Response;
  /** Null if the browser was not sent to a provider. */
  to: URL | null;
  cookies: Record<string, string>;
}

/** Opens the operators' view of providers, with the keys of a test's application. */
export async function providersOf({ database, folder }: TestApp): Promise<ProvidersAdmin> {
  const keys = await openKeys({ file: join(folder, 'master.key'), known: null });
  const openId = new OpenId(createOutboundGuard({ allowPrivate: true }), true);
  return createProvidersAdmin(database, keys.for('identity-provider'), openId);
}

/** Adds a provider to a brand, by default the default one, or to operators (null); returns its id. */
export async function addProvider(
  test: TestApp,
  provider: Pick<NewProvider, 'issuer'> & Partial<NewProvider>,
): Promise<number> {
  const { brandId, ...others } = provider;
  const id = await (
    await providersOf(test)
  ).add({
    brandId: brandId === undefined ? await defaultBrand(test) : brandId,
    name: 'Clinic',
    clientId: CLIENT_ID,
    domains: ['people.test'],
    trustsAddresses: false,
    secret: 'of the client',
    ...others,
  });
  if (id === undefined) throw new Error('the provider was not added');
  return id;
}

async function defaultBrand({ database }: TestApp): Promise<number> {
  const { id } = await database.db
    .selectFrom('brand')
    .select('id')
    .where('is_default', '=', true)
    .executeTakeFirstOrThrow();
  return id;
}

/** Begins a login like a browser that follows the button. */
export async function begin(
  { app }: TestApp,
  provider: number,
  { cookies = {}, headers = {} }: { cookies?: Record<string, string>; headers?: Record<string, string> } = {},
): Promise<Begun> {
  const answer = await app.inject({ url: `/sso/${provider}`, cookies, headers });
  const location = answer.headers.location ?? '';
  return {
    answer,
    to: location.startsWith('http') ? new URL(location) : null,
    cookies: { ...cookies, ...cookiesOf(answer) },
  };
}

/** Returns to the product with these parameters. */
export async function comeBack(
  { app }: TestApp,
  provider: number,
  query: Record<string, string>,
  { cookies, headers = {} }: { cookies: Record<string, string>; headers?: Record<string, string> },
): Promise<Response> {
  const url = `/sso/${provider}/callback?${new URLSearchParams(query).toString()}`;
  return await app.inject({ url, cookies, headers });
}

/** Makes a complete login at a fake provider; returns the final response. */
export async function signOn(
  test: TestApp,
  id: number,
  provider: FalseProvider,
  browser: { cookies?: Record<string, string>; headers?: Record<string, string> } = {},
): Promise<Response> {
  const begun = await begin(test, id, browser);
  provider.nonce = begun.to?.searchParams.get('nonce') ?? '';
  const state = begun.to?.searchParams.get('state') ?? '';
  const back = { cookies: begun.cookies, ...(browser.headers && { headers: browser.headers }) };
  return await comeBack(test, id, { code: 'a-code', state }, back);
}

/** Returns where a login led: the path, or the fault that the login page shows. */
export function ledTo({ headers }: Response): string {
  const url = new URL(headers.location ?? '', 'http://here.test');
  return url.searchParams.get('sso') ?? url.pathname;
}
