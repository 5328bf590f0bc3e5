import { createOutboundGuard } from '#engine/outbound-guard/guard.ts';
import { OpenId } from '#server/features/identity/single-sign-on/open-id.ts';
import { createProvidersAdmin } from '#server/features/identity/single-sign-on/operate-providers.ts';
import type { ProvidersAdmin } from '#server/features/identity/single-sign-on/operate-providers.ts';
import { openInstallationKeys } from '#server/features/operations/maintenance/installation.service.ts';
import { brandOrigin } from '#server/kit/brand-origin.ts';
import { OPERATOR_PATH } from '#server/kit/operator-cookies.ts';

import type { Installation } from './installation.ts';
import { CommandRefusal } from './refusal.ts';

/** Opens the providers; needs the master key, which seals their secrets. */
export async function openProviders({ config, database }: Installation): Promise<ProvidersAdmin> {
  const opened = await database();
  const keys = await openInstallationKeys(opened, config.masterKeyFile);
  const { allowPrivateHosts: allowPrivate } = config;
  const openId = new OpenId(createOutboundGuard({ allowPrivate }), allowPrivate);
  return createProvidersAdmin(opened, keys.for('identity-provider'), openId);
}

type Provider = NonNullable<Awaited<ReturnType<ProvidersAdmin['find']>>>;

/** Returns the provider with an id. Throws a refusal if there is none. */
export async function knownProvider(providers: ProvidersAdmin, provider: number): Promise<Provider> {
  const known = await providers.find(provider);
  if (!known) throw unknown(provider);
  return known;
}

/** Returns the refusal for an id that no provider has. */
export function unknown(provider: number): CommandRefusal {
  return new CommandRefusal(`There is no provider ${provider}.`);
}

/** Returns the URLs to register at a provider of the brand, or (null) of operators. */
export async function addressesOf(
  installation: Installation,
  brandId: number | null,
): Promise<(provider: number) => { redirectUri: string; logoutUri: string }> {
  const { config } = installation;
  const origin = await originOf(installation, brandId);
  const path = brandId === null ? `${OPERATOR_PATH}/api/sso` : '/sso';
  return (provider) => {
    const base = `${origin}${config.publicPath}${path}/${provider}`;
    return { redirectUri: `${base}/callback`, logoutUri: `${base}/logout` };
  };
}

async function originOf({ brands, config }: Installation, brandId: number | null): Promise<string> {
  if (brandId === null) return config.publicOrigin;
  const brand = (await (await brands()).listBrands()).find((known) => known.id === brandId);
  if (!brand) throw new CommandRefusal(`There is no brand ${brandId}.`);
  return brandOrigin({ origin: brand.origin, domain: brand.domains[0] ?? null }, config.publicOrigin);
}
