/**
 * Whether text is the address of a carrier's API. Plain http exposes the key, so it is allowed only to a test rig on
 * this machine or in its own network.
 */
export function isApiBase(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, username, search } = new URL(text);
  if (username || search) return false;
  return protocol === 'https:' || (protocol === 'http:' && isNearby(hostname));
}

function isNearby(hostname: string): boolean {
  return /^(localhost|127\.[\d.]+|10\.[\d.]+|192\.168\.[\d.]+|\[::1\]|[^.:]+)$/.test(hostname);
}
