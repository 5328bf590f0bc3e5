import { isIPv6 } from 'node:net';

/** The part of an address that one customer holds: a whole IPv4 address, a /64 of IPv6 (the rest is free to change). */
export function addressBlock(address: string): string {
  const plain = unmapped(address);
  return isIPv6(plain) ? groupsOf(plain).slice(0, 4).join(':') : plain;
}

/** The network that one organization holds, who can use many addresses of it: a /24 of IPv4, a /48 of IPv6 (RFC 6177). */
export function networkOf(address: string): string {
  const plain = unmapped(address);
  if (isIPv6(plain)) return `${groupsOf(plain).slice(0, 3).join(':')}::/48`;
  return `${plain.split('.').slice(0, 3).join('.')}.0/24`;
}

/** The network that the customers of one provider move about in: a /16 of IPv4, a /32 of IPv6. */
export function providerNetworkOf(address: string): string {
  const plain = unmapped(address);
  if (isIPv6(plain)) return `${groupsOf(plain).slice(0, 2).join(':')}::/32`;
  return `${plain.split('.').slice(0, 2).join('.')}.0.0/16`;
}

/** An IPv4 address that came over an IPv6 socket, as itself. */
export function unmapped(address: string): string {
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address;
}

/** The eight groups of an IPv6 address, each as short as can be, so that every spelling is the same. */
function groupsOf(address: string): string[] {
  const [head = '', tail] = address.split('::');
  const left = head.split(':').filter(Boolean);
  const right = (tail ?? '').split(':').filter(Boolean);
  const zeros = tail === undefined ? 0 : 8 - left.length - right.length;
  return [...left, ...Array<string>(Math.max(0, zeros)).fill('0'), ...right].map((group) =>
    group.toLowerCase().replace(/^0+(?=.)/, ''),
  );
}
