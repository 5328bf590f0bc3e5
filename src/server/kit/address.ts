import { isIPv6 } from 'node:net';

/**
 * Returns the part of an address that belongs to one customer: a whole IPv4 address, or the /64 of an IPv6 address,
 * whose remaining bits the customer can change freely.
 */
export function addressBlock(address: string): string {
  const plain = unmapped(address);
  return isIPv6(plain) ? groupsOf(plain).slice(0, 4).join(':') : plain;
}

/**
 * Returns the network of one organization, which can use many of its addresses: a /24 of IPv4, a /48 of IPv6 (RFC
 * 6177).
 */
export function networkOf(address: string): string {
  const plain = unmapped(address);
  if (isIPv6(plain)) return `${groupsOf(plain).slice(0, 3).join(':')}::/48`;
  return `${plain.split('.').slice(0, 3).join('.')}.0/24`;
}

/** Returns the network within which a provider's customers change addresses: a /16 of IPv4, a /32 of IPv6. */
export function providerNetworkOf(address: string): string {
  const plain = unmapped(address);
  if (isIPv6(plain)) return `${groupsOf(plain).slice(0, 2).join(':')}::/32`;
  return `${plain.split('.').slice(0, 2).join('.')}.0.0/16`;
}

/** Returns an IPv4-mapped IPv6 address as plain IPv4, and any other address unchanged. */
export function unmapped(address: string): string {
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address;
}

/** Returns the eight groups of an IPv6 address without leading zeros, so that every spelling yields the same groups. */
function groupsOf(address: string): string[] {
  const [head = '', tail] = address.split('::');
  const left = head.split(':').filter(Boolean);
  const right = (tail ?? '').split(':').filter(Boolean);
  const zeros = tail === undefined ? 0 : 8 - left.length - right.length;
  return [...left, ...Array<string>(Math.max(0, zeros)).fill('0'), ...right].map((group) =>
    group.toLowerCase().replace(/^0+(?=.)/, ''),
  );
}
