import type { Page } from '@playwright/test';

import { CLIENT_ID } from '../openid/false-provider.ts';
import { startRealProvider } from '../openid/real-provider.ts';
import type { RealProvider } from '../openid/real-provider.ts';
import { f2e } from './operator.ts';
import type { RunningProduct } from './product.ts';

/** The secret of the product's client. */
export const PROVIDER_SECRET = 'a-secret-of-the-client-that-is-long-enough';

/** Starts a provider that is added on a page; it uses the addresses once they are shown there. */
export async function startProvider(): Promise<{
  provider: RealProvider;
  addresses: { redirectUri: string; logoutUri: string };
}> {
  const addresses = { redirectUri: '', logoutUri: '' };
  const provider = await startRealProvider(() => ({ secret: PROVIDER_SECRET, ...addresses }));
  return { provider, addresses };
}

/** Starts a provider that an operator adds by `f2e sso add` with these options. */
export async function addProvider(
  product: RunningProduct,
  options: readonly string[],
): Promise<{ provider: RealProvider; id: string }> {
  const { provider, addresses } = await startProvider();
  const added = await f2e(
    product,
    ['sso', 'add', ...options, '--issuer', provider.issuer, '--client-id', CLIENT_ID, '--secret-stdin'],
    `${PROVIDER_SECRET}\n`,
  );
  // Commands over a test's data have no public address.
  for (const name of ['redirectUri', 'logoutUri'] as const)
    addresses[name] = `${product.baseURL}${new URL(String(added[name])).pathname}`;
  return { provider, id: String(added['id']) };
}

/** Logs in on the provider's page, which requires no password. */
export async function enterAtProvider(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Go on' }).click();
}
