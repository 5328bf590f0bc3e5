import { addAppPassword, appPasswords, removeAppPassword } from '#contract/identity/app-passwords.ts';
import { formatWireTime } from '#contract/kit/wire.ts';
import { done, doneWith, mount } from '#server/kit/mount.ts';
import type { App } from '#server/kit/mount.ts';

import type { AppPasswordsService } from './app-passwords.service.ts';

/** Mounts the app passwords of the signed-in account (spec http-api 12.10). `zone` is the server's. */
export function mountAppPasswords(app: App, service: AppPasswordsService, zone: string): void {
  mount(app, appPasswords, async ({ caller }) => {
    const rows = await service.list(caller.accountId);
    return {
      passwords: rows.map(({ id, createdAt, lastUsedAt, ...row }) => ({
        ...row,
        id: String(id),
        createdAt: formatWireTime(createdAt, zone),
        lastUsedAt: lastUsedAt && formatWireTime(lastUsedAt, zone),
      })),
    };
  });
  mount(app, addAppPassword, async ({ caller, body }) => {
    const { id, password } = await service.add(caller, body.name);
    return doneWith({ id: String(id), password });
  });
  mount(app, removeAppPassword, async ({ caller, body }) => {
    await service.remove(caller, body.id);
    return done;
  });
}
