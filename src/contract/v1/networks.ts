import { z } from 'zod';

const v4 = z.union([z.ipv4(), z.cidrv4()]);
const v6 = z.union([z.ipv6(), z.cidrv6()]);

/** Prefix length of a single address, in bits. */
const BITS = { v4: 32, v6: 128 };

/** Returns a network as keys store it (`203.0.113.0/24`), from an address or a network; undefined for anything else. */
export function parseNetwork(text: string): string | undefined {
  const written = text.trim().toLowerCase();
  const version = v4.safeParse(written).success ? 'v4' : v6.safeParse(written).success ? 'v6' : undefined;
  if (version === undefined) return undefined;
  return written.includes('/') ? written : `${written}/${BITS[version]}`;
}
