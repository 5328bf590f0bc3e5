import ipaddr from 'ipaddr.js';

/** Networks of one's own that an installation may open: an on-premises file server stands in one of them. */
const OWN_NETWORKS = new Set(['loopback', 'private', 'uniqueLocal', 'carrierGradeNat']);

/**
 * Whether an address may be dialled. Without `allowPrivate` only the public internet is; with it one's own networks
 * are too, but never link-local (169.254.169.254 hands out a cloud machine's keys), multicast or reserved ones.
 */
export function isAddressAllowed(address: string, allowPrivate: boolean): boolean {
  // Node takes IPv6 addresses with zones that have no meaning (`::%:`); what cannot be read is not dialed.
  if (!ipaddr.isValid(address)) return false;
  // IPv4 in IPv6 clothing (::ffff:127.0.0.1) is judged as what it is.
  const range = ipaddr.process(address).range();
  return range === 'unicast' || (allowPrivate && OWN_NETWORKS.has(range));
}
