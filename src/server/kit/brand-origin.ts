/** A brand's own origin, if the operator set one, and its primary domain. */
export interface BrandHome {
  origin: string | null;
  domain: string | null;
}

/**
 * Returns the origin that a brand's links start with (spec operation 4): its own, else scheme and port of the public
 * origin with the brand's domain, else the public origin. Never uses a request's Host header. An origin that browsers
 * cannot open counts as not set: values stored before validation existed must not take a brand down (A-QUERY-13).
 */
export function brandOrigin({ origin, domain }: BrandHome, publicOrigin: string): string {
  const own = origin === null ? null : asOrigin(origin);
  if (own !== null) return own;
  const { protocol, port } = new URL(publicOrigin);
  return (domain === null ? null : asOrigin(`${protocol}//${domain}${port && `:${port}`}`)) ?? publicOrigin;
}

/** Returns a web origin as browsers write it; null for anything else. */
function asOrigin(written: string): string | null {
  if (!URL.canParse(written)) return null;
  const { protocol, origin, hostname } = new URL(written);
  return /^https?:$/.test(protocol) && hostname !== '' ? origin : null;
}
