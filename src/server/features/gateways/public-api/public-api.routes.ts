import { thisKey } from '#contract/v1/key.ts';
import type { ApiKeysService } from '#server/features/identity/api-keys/api-keys.service.ts';
import { mount } from '#server/kit/mount.ts';
import type { App } from '#server/kit/mount.ts';
import { holderKind } from '#server/kit/owner.ts';

/** Dependencies of the public API. */
export interface PublicApiDeps {
  keys: ApiKeysService;
}

/** Mounts the public API: calls under /v1 for programs with a key. */
export function mountPublicApi(app: App, { keys }: PublicApiDeps): void {
  mount(app, thisKey, async ({ caller }) => {
    const { publicId, name, expiresAt } = await keys.describe(caller.keyId);
    const { mode, scopes, owner } = caller;
    return {
      object: 'key' as const,
      id: `key_${publicId}`,
      name,
      mode,
      owner: holderKind(owner),
      scopes: [...scopes],
      expires_at: expiresAt && expiresAt.toISOString(),
    };
  });
}
