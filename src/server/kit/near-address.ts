import { BlockList, isIP, isIPv6 } from 'node:net';
import { networkInterfaces } from 'node:os';

/** Networks that are not reachable over the internet: RFC 1918, RFC 6598, RFC 3927, RFC 4193, and this machine. */
const PRIVATE = [
  ['10.0.0.0', 8, 'ipv4'],
  ['172.16.0.0', 12, 'ipv4'],
  ['192.168.0.0', 16, 'ipv4'],
  ['100.64.0.0', 10, 'ipv4'],
  ['169.254.0.0', 16, 'ipv4'],
  ['127.0.0.0', 8, 'ipv4'],
  ['::1', 128, 'ipv6'],
  ['fc00::', 7, 'ipv6'],
  ['fe80::', 10, 'ipv6'],
] as const;

const privateNetworks = new BlockList();
for (const [network, bits, family] of PRIVATE) privateNetworks.addSubnet(network, bits, family);

/** Whether a host name (or address) is this machine's own, so that no traffic leaves the machine. */
export function isLoopbackName(host: string): boolean {
  const name = host.toLowerCase().replaceAll(/^\[|\]$/g, '');
  return /(?:^|\.)localhost$/.test(name) || name === '::1' || (isIP(name) === 4 && name.startsWith('127.'));
}

/**
 * Whether an IP address is in a private network, or in one that this machine is connected to: an office whose computers
 * have public addresses counts as near, too.
 */
export function isNearAddress(written: string): boolean {
  const address = (written.split('%', 1)[0] ?? '').replace(/^::ffff:(?=\d+\.)/i, '');
  if (isIP(address) === 0) return false;
  const family = isIPv6(address) ? 'ipv6' : 'ipv4';
  return privateNetworks.check(address, family) || ownNetworks().check(address, family);
}

function ownNetworks(): BlockList {
  const list = new BlockList();
  for (const { address, cidr, family } of Object.values(networkInterfaces()).flatMap((one) => one ?? []))
    if (cidr !== null)
      list.addSubnet(address, Number(cidr.split('/')[1]), family === 'IPv6' ? 'ipv6' : 'ipv4');
  return list;
}
