import { addKey, changeKey, deleteKey, getKey, listKeys, rotateKey } from '#contract/v1/keys.ts';
import type { KeyCaller } from '#server/kit/key-caller.ts';
import { mount } from '#server/kit/mount.ts';
import type { App } from '#server/kit/mount.ts';

import type { ApiKeysService } from './api-keys.service.ts';
import type { KeyActor } from './key-acts.ts';
import { expiryIn, keyIdOnWire, keyOnWire } from './key-on-wire.ts';

function actorOf({ owner, address, keyId }: KeyCaller): KeyActor {
  return { holder: owner, address, keyId };
}

/** Mounts the public API's calls for managing keys. A program manages the keys of the same holder as its own key. */
export function mountKeysApi(app: App, keys: ApiKeysService): void {
  mount(app, listKeys, async ({ caller }) => ({
    object: 'list' as const,
    data: (await keys.list(caller.owner)).map(keyOnWire),
    has_more: false,
    next: null,
  }));
  mount(app, addKey, async ({ caller, body: { expires_at: expiry, ...form } }) => {
    const { key, ...made } = await keys.add(actorOf(caller), { ...form, ...expiryIn(expiry) });
    return { ...keyOnWire(made), key };
  });
  mount(app, getKey, async ({ caller, params }) => keyOnWire(await keys.get(caller.owner, params.id)));
  mount(app, changeKey, async ({ caller, params, body: { expires_at: expiry, ...form } }) =>
    keyOnWire(await keys.change(actorOf(caller), params.id, { ...form, ...expiryIn(expiry) })),
  );
  mount(app, rotateKey, async ({ caller, params, body }) => {
    const { key, ...rotated } = await keys.rotate(actorOf(caller), params.id, body.overlap_hours);
    return { ...keyOnWire(rotated), key };
  });
  mount(app, deleteKey, async ({ caller, params: { id } }) => {
    await keys.remove(actorOf(caller), id);
    return { object: 'key' as const, id: keyIdOnWire(id), deleted: true as const };
  });
}
