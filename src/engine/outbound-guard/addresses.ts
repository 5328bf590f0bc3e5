import ipaddr from 'ipaddr.js';

/** Private networks that an installation may allow, for example because an on-premises file server is in one. */
const OWN_NETWORKS = new Set(['loopback', 'private', 'uniqueLocal', 'carrierGradeNat']);

/**
 * Whether connecting to an address is allowed. Without `allowPrivate` only the public internet is; with it private
 * networks are too, but never link-local (169.254.169.254 serves a cloud machine's keys), multicast or reserved ones.
 */
export function isAddressAllowed(address: string, allowPrivate: boolean): boolean {
  // Node accepts IPv6 addresses with meaningless zones (`::%:`); an address that cannot be parsed is not dialed.
  if (!ipaddr.isValid(address)) return false;
  // An IPv4-mapped IPv6 address (::ffff:127.0.0.1) is judged as the IPv4 address.
  const judged = ipaddr.process(address);
  const range = judged.range();
  if (range === 'unicast') return !isCompatible(judged);
  return allowPrivate && OWN_NETWORKS.has(range);
}

/** Whether an IPv6 address holds an IPv4 address in the deprecated form ::7f00:1 (RFC 4291 2.5.5.1): nobody has one. */
function isCompatible(address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  return 'parts' in address && address.parts.slice(0, 6).every((part) => part === 0);
}
