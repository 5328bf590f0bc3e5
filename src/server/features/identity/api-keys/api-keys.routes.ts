import { addApiKey, apiKeys, changeApiKey, removeApiKey, rotateApiKey } from '#contract/identity/api-keys.ts';
import { formatWireTime } from '#contract/kit/wire.ts';
import { scopesOf } from '#contract/v1/scopes.ts';
import { done, doneWith, mount } from '#server/kit/mount.ts';
import type { App } from '#server/kit/mount.ts';
import { holderKind, ownerOf } from '#server/kit/owner.ts';
import type { AnyCaller } from '#server/kit/scope.ts';

import type { ApiKeysService } from './api-keys.service.ts';
import type { KeyActor } from './key-acts.ts';
import { expiryIn } from './key-on-wire.ts';

function actorOf(caller: AnyCaller): KeyActor {
  return { holder: ownerOf(caller), address: caller.address };
}

/** Mounts the web pages' API keys, for accounts and administrators (spec http-api 12.35). `zone` is the server's. */
export function mountKeyPages(app: App, keys: ApiKeysService, zone: string): void {
  const time = (at: Date | null): string | null => at && formatWireTime(at, zone);
  mount(app, apiKeys, async ({ caller }) => {
    const owner = ownerOf(caller);
    const rows = await keys.list(owner);
    return {
      keys: rows.map(({ publicId, createdAt, expiresAt, lastUsedAt, oldUntil, ...row }) => ({
        id: publicId,
        name: row.name,
        mode: row.mode,
        scopes: row.scopes,
        networks: row.networks,
        createdAt: formatWireTime(createdAt, zone),
        expiresAt: time(expiresAt),
        expired: row.expired,
        lastUsedAt: time(lastUsedAt),
        lastAddress: row.lastAddress,
        oldUntil: time(oldUntil),
      })),
      scopes: [...scopesOf(holderKind(owner))],
      email: await keys.tells(owner),
    };
  });
  mount(app, addApiKey, async ({ caller, body: { expiresAt, ...form } }) => {
    const { publicId, key } = await keys.add(actorOf(caller), { ...form, ...expiryIn(expiresAt) });
    return doneWith({ id: publicId, key });
  });
  mount(app, changeApiKey, async ({ caller, body: { id, expiresAt, ...form } }) => {
    await keys.change(actorOf(caller), id, { ...form, ...expiryIn(expiresAt) });
    return done;
  });
  mount(app, removeApiKey, async ({ caller, body }) => {
    await keys.remove(actorOf(caller), body.id);
    return done;
  });
  mount(app, rotateApiKey, async ({ caller, body: { id, overlapHours } }) => {
    const { publicId, key } = await keys.rotate(actorOf(caller), id, overlapHours);
    return doneWith({ id: publicId, key });
  });
}
