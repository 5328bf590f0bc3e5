import { BlockList, isIP } from 'node:net';

import { parseNetwork } from '#contract/v1/networks.ts';
import { scopesOf } from '#contract/v1/scopes.ts';
import type { Scope } from '#contract/v1/scopes.ts';
import { AppError } from '#server/kit/app-error.ts';
import { holderKind } from '#server/kit/owner.ts';
import type { KeyHolder } from '#server/kit/owner.ts';

import type { KeyMode } from './key-format.rules.ts';

/** What a key may do, from which networks, and until when. */
export interface KeyPowers {
  mode: KeyMode;
  scopes: readonly Scope[];
  networks: readonly string[];
  expiresAt: Date | null;
}

/** Throws KEY_SCOPES or KEY_EXPIRY for powers that no key of this holder can have. */
export function requireFit(
  holder: KeyHolder,
  { scopes, expiresAt }: { scopes?: readonly Scope[] | undefined; expiresAt?: Date | null | undefined },
): void {
  const fit = scopesOf(holderKind(holder));
  const beyond = scopes?.filter((scope) => !fit.includes(scope)) ?? [];
  if (beyond.length > 0)
    throw new AppError('KEY_SCOPES', {
      fields: { scopes: 'KEY_SCOPES' },
      params: { scopes: beyond.join(', ') },
    });
  if (expiresAt && expiresAt.getTime() <= Date.now())
    throw new AppError('KEY_EXPIRY', { fields: { expires_at: 'KEY_EXPIRY' } });
}

/** Returns the networks in stored form. Throws KEY_NETWORK with the first one that is invalid. */
export function networksIn(written: readonly string[]): string[] {
  return written.map((text) => {
    const network = parseNetwork(text);
    if (network === undefined)
      throw new AppError('KEY_NETWORK', { fields: { networks: 'KEY_NETWORK' }, params: { network: text } });
    return network;
  });
}

/**
 * Lets a key create, change, rotate and remove only keys with no more powers than its own, so that a stolen key cannot
 * gain any. Throws SCOPE_MISSING, KEY_EXCEEDS.
 */
export function requireWithin(own: KeyPowers, other: KeyPowers): void {
  const scope = other.scopes.find((one) => !own.scopes.includes(one));
  if (scope !== undefined) throw new AppError('SCOPE_MISSING', { params: { scope } });
  const real = own.mode === 'test' && other.mode === 'live';
  const outlives = own.expiresAt !== null && (other.expiresAt === null || other.expiresAt > own.expiresAt);
  if (real || outlives || !staysWithin(own.networks, other.networks)) throw new AppError('KEY_EXCEEDS');
}

function staysWithin(own: readonly string[], other: readonly string[]): boolean {
  if (own.length === 0) return true;
  return other.length > 0 && other.every((inner) => own.some((outer) => holds(outer, inner)));
}

function holds(outer: string, inner: string): boolean {
  const [from, to] = [partsOf(outer), partsOf(inner)];
  if (from.family !== to.family || to.bits < from.bits) return false;
  const list = new BlockList();
  list.addSubnet(from.address, from.bits, from.family);
  return list.check(to.address, to.family);
}

function partsOf(network: string): { address: string; bits: number; family: 'ipv4' | 'ipv6' } {
  const [address = '', bits = ''] = network.split('/');
  return { address, bits: Number(bits), family: isIP(address) === 4 ? 'ipv4' : 'ipv6' };
}
