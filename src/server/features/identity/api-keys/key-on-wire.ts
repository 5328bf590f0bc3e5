import type { ApiKey } from './holder-keys.store.ts';

/** Returns a key's id as programs see it. */
export function keyIdOnWire(publicId: string): string {
  return `key_${publicId}`;
}

/** Returns a key in the format of the public API. */
export function keyOnWire(key: ApiKey) {
  const { publicId, name, mode, scopes, networks, createdAt, expiresAt, lastUsedAt, lastAddress } = key;
  return {
    object: 'key' as const,
    id: keyIdOnWire(publicId),
    name,
    mode,
    scopes: [...scopes],
    networks: [...networks],
    created_at: createdAt.toISOString(),
    expires_at: expiresAt && expiresAt.toISOString(),
    last_used_at: lastUsedAt && lastUsedAt.toISOString(),
    last_used_from: lastUsedAt && lastAddress,
    old_secret_until: key.oldUntil && key.oldUntil.toISOString(),
  };
}

/** Parses an expiry from a request; empty if the caller left it out. */
export function expiryIn(written: string | null | undefined): { expiresAt?: Date | null } {
  if (written === undefined) return {};
  return { expiresAt: written === null ? null : new Date(written) };
}
