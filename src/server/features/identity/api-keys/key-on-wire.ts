import type { ApiKey } from './holder-keys.store.ts';

/** A key's id as programs see it. */
export function keyIdOnWire(publicId: string): string {
  return `key_${publicId}`;
}

/** A key in the words of the public API. */
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

/** An expiry that came in; nothing where the caller did not speak of it. */
export function expiryIn(written: string | null | undefined): { expiresAt?: Date | null } {
  if (written === undefined) return {};
  return { expiresAt: written === null ? null : new Date(written) };
}
