/** Where a brand lives: its own origin if the operator gave it one, and its primary domain. */
export interface BrandHome {
  origin: string | null;
  domain: string | null;
}

/**
 * The origin that a brand's links start with (running.md, Brands and their origins): its own, else scheme and port of the
 * public origin with the brand's domain, else the public origin. Never made from a request's Host header.
 */
export function brandOrigin({ origin, domain }: BrandHome, publicOrigin: string): string {
  if (origin !== null) return origin;
  if (domain === null) return publicOrigin;
  const { protocol, port } = new URL(publicOrigin);
  return `${protocol}//${domain}${port && `:${port}`}`;
}
