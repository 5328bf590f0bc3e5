import type { FastifyRequest } from 'fastify';

import { scimCalls } from '#contract/identity/scim.ts';
import { AppError } from '#server/kit/app-error.ts';
import { brandHomeOf } from '#server/kit/front-door.ts';
import type { KeyCaller } from '#server/kit/key-caller.ts';
import { mount } from '#server/kit/mount.ts';
import type { App, CallInput } from '#server/kit/mount.ts';
import { SCIM_JSON } from '#server/kit/respond-scim.ts';
import type { ManagingCaller } from '#server/kit/scope.ts';

import type { DirectoryGroups } from './directory-groups.ts';
import type { DirectoryUsers } from './directory-users.ts';
import type { Happened, Outcome } from './provisioning.ts';
import type { ProvisioningService } from './provisioning.service.ts';
import {
  SERVICE_PROVIDER_CONFIG,
  groupOnWire,
  listOnWire,
  resourceTypes,
  schemas,
  userOnWire,
} from './scim-on-wire.ts';

/** Dependencies of the calls. */
export interface ScimParts {
  users: DirectoryUsers;
  groups: DirectoryGroups;
  provisioning: ProvisioningService;
  publicPath: string;
}

/** What a call did, kept until the response is sent. */
const happenings = new WeakMap<FastifyRequest, Happened>();

/** Mounts the calls of directories (RFC 7644): users, groups, and the service description. */
export function mountScim(app: App, parts: ScimParts): void {
  app.register(async (scope) => {
    scope.addContentTypeParser(
      'application/scim+json',
      { parseAs: 'string' },
      app.getDefaultJsonParser('error', 'error'),
    );
    scope.addHook('onError', async (request, _, error) => {
      const reason = error instanceof AppError ? error.code : (error.code ?? 'INTERNAL');
      happenings.set(request, { event: 'refused', params: { reason } });
    });
    // Runs before the response is sent, so that calls are logged in order.
    scope.addHook('onSend', async (request, reply, payload) => {
      await noteCall(parts.provisioning, request, reply.statusCode);
      return payload;
    });
    mountUsers(scope, parts);
    mountGroups(scope, parts);
    mountDescriptions(scope, parts);
  });
}

/** Adds a call to the administrator's call log, if the key belongs to this directory. */
async function noteCall(
  service: ProvisioningService,
  request: FastifyRequest,
  status: number,
): Promise<void> {
  const happened = happenings.get(request);
  const { caller } = request;
  if (!happened || !caller || !('keyId' in caller) || caller.owner.kind !== 'parent') return;
  const { parent } = request.params as { parent?: string };
  if (String(caller.owner.id) !== parent) return;
  const path = request.url.slice(request.url.indexOf(`/${parent}/`) + parent.length + 1);
  const call = { method: request.method, path: path.slice(0, 200), status, ...happened };
  await service.noteCall(caller.owner.id, call);
}

/** Returns the administrator of a live key, if the URL names their directory. Throws NOT_FOUND, LIVE_KEY_NEEDED. */
function directoryOf({ owner, address, mode }: KeyCaller, { parent }: { parent: number }): ManagingCaller {
  if (owner.kind !== 'parent' || owner.id !== parent) throw new AppError('NOT_FOUND');
  if (mode !== 'live') throw new AppError('LIVE_KEY_NEEDED');
  return { parentId: owner.id, address };
}

type ScimInput = Pick<CallInput<(typeof scimCalls)['getScimUser']>, 'request' | 'reply' | 'caller'> & {
  params: { parent: number };
};

/** Returns the directory of a call and its URL. */
function begin({ request, reply, caller, params }: ScimInput, publicPath: string) {
  reply.type(SCIM_JSON);
  const directory = directoryOf(caller, params);
  return { directory, base: `${brandHomeOf(request)}${publicPath}/scim/v2/${params.parent}` };
}

/** Returns the result of a call and keeps what it did for the call log. */
async function told<T>(request: FastifyRequest, work: Promise<Outcome<T>>): Promise<T> {
  const { resource, event, params } = await work;
  happenings.set(request, { event, params });
  return resource;
}

function mountUsers(app: App, { users, publicPath }: ScimParts): void {
  mount(app, scimCalls.listScimUsers, async (input) => {
    const { directory, base } = begin(input, publicPath);
    const page = await told(input.request, users.list(directory.parentId, input.query));
    return listOnWire(page, input.query.startIndex, (user) => userOnWire(user, base));
  });
  mount(app, scimCalls.addScimUser, async (input) => {
    const { directory, base } = begin(input, publicPath);
    const user = userOnWire(await told(input.request, users.add(directory, input.body)), base);
    input.reply.header('location', user.meta.location);
    return user;
  });
  mount(app, scimCalls.getScimUser, async (input) => {
    const { directory, base } = begin(input, publicPath);
    return userOnWire(await told(input.request, users.get(directory.parentId, input.params.id)), base);
  });
  mount(app, scimCalls.putScimUser, async (input) => {
    const { directory, base } = begin(input, publicPath);
    return userOnWire(await told(input.request, users.put(directory, input.params.id, input.body)), base);
  });
  mount(app, scimCalls.patchScimUser, async (input) => {
    const { directory, base } = begin(input, publicPath);
    const { Operations } = input.body;
    return userOnWire(await told(input.request, users.patch(directory, input.params.id, Operations)), base);
  });
  mount(app, scimCalls.deleteScimUser, async (input) => {
    const { directory } = begin(input, publicPath);
    return await told(input.request, users.remove(directory, input.params.id));
  });
}

function mountGroups(app: App, { groups, publicPath }: ScimParts): void {
  mount(app, scimCalls.listScimGroups, async (input) => {
    const { directory, base } = begin(input, publicPath);
    const members = wantsMembers(input.query);
    const page = await told(input.request, groups.list(directory.parentId, input.query, members));
    return listOnWire(page, input.query.startIndex, (group) => groupOnWire(group, base));
  });
  mount(app, scimCalls.addScimGroup, async (input) => {
    const { directory, base } = begin(input, publicPath);
    const group = groupOnWire(await told(input.request, groups.add(directory, input.body)), base);
    input.reply.header('location', group.meta.location);
    return group;
  });
  mount(app, scimCalls.getScimGroup, async (input) => {
    const { directory, base } = begin(input, publicPath);
    const members = wantsMembers(input.query);
    const group = groups.get(directory.parentId, input.params.id, members);
    return groupOnWire(await told(input.request, group), base);
  });
  mount(app, scimCalls.putScimGroup, async (input) => {
    const { directory, base } = begin(input, publicPath);
    return groupOnWire(await told(input.request, groups.put(directory, input.params.id, input.body)), base);
  });
  mount(app, scimCalls.patchScimGroup, async (input) => {
    const { directory, base } = begin(input, publicPath);
    const { Operations } = input.body;
    return groupOnWire(await told(input.request, groups.patch(directory, input.params.id, Operations)), base);
  });
  mount(app, scimCalls.deleteScimGroup, async (input) => {
    const { directory } = begin(input, publicPath);
    return await told(input.request, groups.remove(directory, input.params.id));
  });
}

/** Whether to return members. Entra excludes them because a group may have thousands. */
function wantsMembers({ excludedAttributes }: { excludedAttributes?: string | undefined }): boolean {
  return !(excludedAttributes ?? '').split(',').some((name) => name.trim().toLowerCase() === 'members');
}

function mountDescriptions(app: App, { publicPath }: ScimParts): void {
  const settingsRead = { event: 'settingsRead', params: {} } as const;
  mount(app, scimCalls.scimConfig, async (input) => {
    begin(input, publicPath);
    happenings.set(input.request, settingsRead);
    return await Promise.resolve(SERVICE_PROVIDER_CONFIG);
  });
  mount(app, scimCalls.scimResourceTypes, async (input) => {
    const { base } = begin(input, publicPath);
    happenings.set(input.request, settingsRead);
    return await Promise.resolve(resourceTypes(base));
  });
  mount(app, scimCalls.scimSchemas, async (input) => {
    const { base } = begin(input, publicPath);
    happenings.set(input.request, settingsRead);
    return await Promise.resolve(schemas(base));
  });
}
