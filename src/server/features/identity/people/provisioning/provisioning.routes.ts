import {
  giveGroupRole,
  provisioning,
  provisioningCalls,
  takeGroupRole,
} from '#contract/identity/provisioning.ts';
import { formatWireTime } from '#contract/kit/wire.ts';
import type { ApiKeysService } from '#server/features/identity/api-keys/api-keys.service.ts';
import { brandHomeOf } from '#server/kit/front-door.ts';
import { done, mount } from '#server/kit/mount.ts';
import type { App } from '#server/kit/mount.ts';

import type { ProvisioningService } from './provisioning.service.ts';

/** Dependencies of the page's calls. `zone` is the server's time zone. */
export interface ProvisioningParts {
  service: ProvisioningService;
  keys: Pick<ApiKeysService, 'list'>;
  publicPath: string;
  zone: string;
}

/** Mounts the calls with which an administrator views and configures their directory (spec http-api 12.46). */
export function mountProvisioning(app: App, { service, keys, publicPath, zone }: ProvisioningParts): void {
  const wire = (time: Date) => formatWireTime(time, zone);
  mount(app, provisioning, async ({ caller: { parentId }, request }) => {
    const { counts, quiet, groups, accounts } = await service.state(parentId);
    const { lastCallAt, ...people } = counts;
    const ofDirectory = (await keys.list({ kind: 'parent', id: parentId })).filter(
      ({ scopes, mode }) => mode === 'live' && scopes.includes('scim'),
    );
    return {
      address: `${brandHomeOf(request)}${publicPath}/scim/v2/${parentId}`,
      keys: ofDirectory.map(({ publicId, name, expiresAt }) => ({
        id: publicId,
        name,
        expiresAt: expiresAt && wire(expiresAt),
      })),
      lastCallAt: lastCallAt && wire(lastCallAt),
      quiet,
      people,
      groups: groups.map(({ id, roles, ...group }) => ({
        ...group,
        id: String(id),
        roles: roles.map((one) => ({
          id: String(one.id),
          role: one.role,
          account: one.accountId === null ? null : String(one.accountId),
          faxNumber: one.faxNumber ?? '',
        })),
      })),
      accounts: accounts.map(({ id, faxNumber }) => ({ id: String(id), faxNumber })),
    };
  });
  mount(app, provisioningCalls, async ({ caller, query }) => ({
    calls: (await service.calls(caller.parentId, query.show)).map(({ id, at, ...call }) => ({
      ...call,
      id: String(id),
      at: wire(at),
    })),
  }));
  mount(app, giveGroupRole, async ({ caller, body }) => {
    await service.giveRole(caller, body);
    return done;
  });
  mount(app, takeGroupRole, async ({ caller, body }) => {
    await service.takeRole(caller, body.id);
    return done;
  });
}
