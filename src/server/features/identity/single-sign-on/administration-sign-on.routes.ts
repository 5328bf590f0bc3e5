import {
  administrationSignOn,
  putSignOnDomain,
  putSignOnProvider,
  putSignOnRole,
  removeSignOnDomain,
  removeSignOnProvider,
  removeSignOnRole,
  requireSignOn,
  testSignOn,
} from '#contract/identity/administration-sign-on.ts';
import { formatWireTime } from '#contract/kit/wire.ts';
import { setSignOnCookie } from '#server/kit/cookies.ts';
import { brandHomeOf } from '#server/kit/front-door.ts';
import { listAccountNumbers } from '#server/kit/managed-account.store.ts';
import { done, mount } from '#server/kit/mount.ts';
import type { App } from '#server/kit/mount.ts';
import type { Db } from '#engine/database/port.ts';

import type { GivenRole } from './administration-sign-on.store.ts';
import type { AdministrationSignOn, AdministrationSignOnState } from './administration-sign-on.service.ts';
import { callbackOf } from './callback.ts';
import type { ProviderRow } from './providers.store.ts';
import { recordOf } from './sign-on-domains.ts';

/** Dependencies of the page's calls. `zone` is the server's time zone. */
export interface AdministrationSignOnParts {
  db: Db;
  service: AdministrationSignOn;
  publicPath: string;
  zone: string;
}

/** Maximum accounts in the page's list of places where a group can have a role. */
const ACCOUNTS_CHOSEN_FROM = 2000;

/** Mounts the calls with which an administrator views and configures their single sign-on (spec http-api 12.47). */
export function mountAdministrationSignOn(app: App, parts: AdministrationSignOnParts): void {
  const { db, service, publicPath, zone } = parts;
  const wire = (time: Date) => formatWireTime(time, zone);
  mount(app, administrationSignOn, async ({ caller: { parentId }, request }) => {
    const state = await service.state(parentId);
    const { provider, domains, roles, people } = state;
    const base = `${brandHomeOf(request)}${publicPath}/sso/${provider?.id ?? 0}`;
    return {
      provider: provider
        ? {
            ...settingsOf(provider, wire),
            proved: state.proved,
            redirectUri: `${base}/callback`,
            logoutUri: `${base}/logout`,
          }
        : null,
      test: testOf(state, wire),
      domains: domains.map(({ id, domain, verified, proofKey }) => ({
        id: String(id),
        domain,
        verified,
        record: recordOf({ domain, proofKey }),
      })),
      roles: roles.map((one) => ({ id: String(one.id), group: one.group, ...roleOf(one) })),
      accounts: (await listAccountNumbers(db, parentId, ACCOUNTS_CHOSEN_FROM)).map(({ id, faxNumber }) => ({
        id: String(id),
        faxNumber,
      })),
      people,
    };
  });
  mount(app, putSignOnProvider, async ({ caller, body }) => {
    await service.put(caller, body);
    return done;
  });
  mount(app, removeSignOnProvider, async ({ caller }) => {
    await service.remove(caller);
    return done;
  });
  mount(app, testSignOn, async ({ caller, request, reply }) => {
    const begun = await service.test(caller, (provider) => callbackOf(request, publicPath, provider));
    if (begun) setSignOnCookie(request, reply, begun);
    return { url: begun?.url ?? null };
  });
  mountParts(app, service);
}

function mountParts(app: App, service: AdministrationSignOn): void {
  mount(app, putSignOnDomain, async ({ caller, body }) => ({
    state: await service.putDomain(caller, body.domain),
  }));
  mount(app, removeSignOnDomain, async ({ caller, body }) => {
    await service.removeDomain(caller, body.id);
    return done;
  });
  mount(app, putSignOnRole, async ({ caller, body }) => {
    await service.giveRole(caller, body);
    return done;
  });
  mount(app, removeSignOnRole, async ({ caller, body }) => {
    await service.takeRole(caller, body.id);
    return done;
  });
  mount(app, requireSignOn, async ({ caller, body }) => {
    await service.require(caller, body.required);
    return done;
  });
}

/** Returns the provider's settings without the secret. */
function settingsOf(provider: ProviderRow, wire: (time: Date) => string) {
  const { id, name, issuer, clientId, groupsClaim, scopes, sessionMinutes, required, lastLoginAt } = provider;
  return {
    id: String(id),
    name,
    issuer,
    clientId,
    groupsClaim,
    scopes,
    sessionMinutes,
    required,
    lastLoginAt: lastLoginAt && wire(lastLoginAt),
  };
}

function roleOf({ role, accountId, faxNumber }: GivenRole) {
  return { role, account: accountId === null ? null : String(accountId), faxNumber };
}

function testOf({ provider, roles, testerKnown }: AdministrationSignOnState, wire: (time: Date) => string) {
  const test = provider?.test;
  if (!test) return null;
  const { at, fault, email, groups } = test;
  const given = roles.filter(({ group }) => groups?.includes(group));
  return {
    at: wire(new Date(at)),
    fault,
    email: email ?? '',
    groups,
    roles: given.map((one) => roleOf(one)),
    known: testerKnown,
  };
}
