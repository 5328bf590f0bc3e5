import { join } from 'node:path';

import { createOutboundGuard } from '#engine/outbound-guard/guard.ts';
import type { BrandHosts } from '#server/features/brands/branding/brand-hosts.service.ts';
import { createFetchDocument } from '#server/features/gateways/public-api/fetch-document.ts';
import type { FetchDocument } from '#server/features/gateways/public-api/fetch-document.ts';
import type { Config } from '#server/config/config.ts';

/** Returns a check whether a URL leads to the installation itself: to its public origin, or to a brand on any port. */
export function ownsHost(
  { publicOrigin }: Pick<Config, 'publicOrigin'>,
  hosts: Pick<BrandHosts, 'knowsOrigin'>,
): (url: URL) => Promise<boolean> {
  const own = new URL(publicOrigin).host;
  return async (url) => {
    // A fully qualified name may end in a dot: different text, same host.
    const plain = new URL(url);
    plain.hostname = url.hostname.replace(/\.+$/u, '');
    return plain.host === own || (await hosts.knowsOrigin(plain.origin));
  };
}

/**
 * Creates the function that fetches documents by URL for the calls that send; one per process, because it limits its
 * concurrent downloads.
 */
export function documentsByUrl(config: Config, hosts: BrandHosts): FetchDocument {
  return createFetchDocument({
    guard: createOutboundGuard({ allowPrivate: config.allowPrivateHosts }),
    allowPrivate: config.allowPrivateHosts,
    ownsHost: ownsHost(config, hosts),
    folder: join(config.dataDir, 'uploads'),
  });
}
