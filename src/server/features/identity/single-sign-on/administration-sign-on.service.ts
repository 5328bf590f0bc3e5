import {
  MAX_SIGN_ON_ROLES,
  OUTSIDERS_SHOWN,
  PROVED_MINUTES,
} from '#contract/identity/administration-sign-on.ts';
import type { ProviderForm } from '#contract/identity/administration-sign-on.ts';
import type { DOMAIN_CHECKS } from '#contract/gateways/sender-domains.ts';
import { isForAdministrator } from '#contract/kit/roles.ts';
import type { AnyRole } from '#contract/kit/roles.ts';
import type { Db } from '#engine/database/port.ts';
import type { TellOfChange } from '#server/features/identity/passwords/password.service.ts';
import { countAttempt } from '#server/features/identity/sessions/session.service.ts';
import { AppError } from '#server/kit/app-error.ts';
import { logEvent } from '#server/kit/log-event.ts';
import { findManagedAccount } from '#server/kit/managed-account.store.ts';
import { columnsOf } from '#server/kit/owner.ts';
import type { Owner } from '#server/kit/owner.ts';
import type { AdministratorId, ManagingCaller } from '#server/kit/scope.ts';

import {
  forgetPeople,
  isKnown,
  listGivenRoles,
  listOutsiders,
  lockAdministrator,
  noteChange,
  noteTest,
  updateProvider,
} from './administration-sign-on.store.ts';
import type { GivenRole } from './administration-sign-on.store.ts';
import { auditProvider } from './audit-provider.ts';
import { beginAttempt } from './begin-attempt.ts';
import { deleteGroupRole, putGroupRole } from './group-roles.store.ts';
import { openClient, sealClientSecret } from './provider-client.ts';
import {
  deleteProvider,
  findProviderOf,
  insertProvider,
  isProved,
  updateRequired,
  updateSecret,
} from './providers.store.ts';
import type { ProviderRow } from './providers.store.ts';
import { checkDomain, removeDomain } from './sign-on-domains.ts';
import type { SignOnDomainDeps } from './sign-on-domains.ts';
import { listDomains } from './sign-on-domains.store.ts';
import type { SignOnDomainRow } from './sign-on-domains.store.ts';
import { faultOfAsking, reasonOf } from './sign-on-fault.ts';
import type { TestDeps } from './test-login.ts';
import type { FlowDeps } from './authorization-flow.ts';

/** Dependencies of the service. */
export type AdministrationSignOnDeps = TestDeps &
  SignOnDomainDeps &
  Pick<FlowDeps, 'log'> & {
    /** Mails each change, because a provider can let in people that the administrator does not know. */
    tell: TellOfChange;
  };

/** Test logins that one administrator may start. */
const TESTS = { most: 60, seconds: 15 * 60 };

/** An administrator's single sign-on as its page shows it. */
export interface AdministrationSignOnState {
  provider: ProviderRow | undefined;
  proved: boolean;
  domains: SignOnDomainRow[];
  roles: GivenRole[];
  /** Whether the person who tested it already has a role or an invitation. */
  testerKnown: boolean;
  people: Awaited<ReturnType<typeof listOutsiders>>;
}

/** Single sign-on that administrators set up for the people of their own accounts (spec http-api 12.47). */
export class AdministrationSignOn {
  readonly #deps: AdministrationSignOnDeps;

  constructor(deps: AdministrationSignOnDeps) {
    this.#deps = deps;
  }

  async state(parent: AdministratorId): Promise<AdministrationSignOnState> {
    const { db } = this.#deps.database;
    const provider = await findProviderOf(db, parent);
    const email = provider?.test?.email ?? '';
    return {
      provider,
      proved: provider !== undefined && isProved(provider, PROVED_MINUTES),
      domains: provider ? await listDomains(db, provider.id) : [],
      roles: provider ? await listGivenRoles(db, provider) : [],
      testerKnown: email !== '' && (await isKnown(db, parent, email)),
      people: await listOutsiders(db, parent, { domains: provider?.domains ?? [], limit: OUTSIDERS_SHOWN }),
    };
  }

  /**
   * Creates or changes the provider. A new issuer or client ID needs its own secret, and existing links to people are
   * removed. Throws VALIDATION, PROVIDER_TAKEN.
   */
  async put(caller: ManagingCaller, { secret, ...form }: ProviderForm): Promise<void> {
    const { database, key } = this.#deps;
    await database.transaction(async (tx) => {
      const brandId = await lockAdministrator(tx, caller.parentId);
      if (brandId === undefined) throw new AppError('NOT_FOUND');
      const before = await findProviderOf(tx, caller.parentId);
      const isOther = before?.issuer !== form.issuer || before.clientId !== form.clientId;
      if (isOther && secret === undefined)
        throw new AppError('VALIDATION', { fields: { secret: 'REQUIRED' } });
      const id = before?.id ?? (await this.#add(tx, caller.parentId, { ...form, brandId }));
      if (before && isOther) await forgetPeople(tx, id);
      if (!(await updateProvider(tx, id, form))) throw new AppError('PROVIDER_TAKEN');
      if (secret !== undefined)
        await updateSecret(tx, id, sealClientSecret(key, { id, issuer: form.issuer }, secret));
      const { name, issuer, clientId } = form;
      const detail = { name, issuer, clientId, ...(secret !== undefined && { changed: ['secret'] }) };
      await auditProvider(tx, caller, id, before ? 'change' : 'add', detail);
      await this.#deps.tell(tx, { kind: 'parent', id: caller.parentId }, 'signOnChanged');
    });
  }

  /** Removes the provider. Throws NOT_FOUND. */
  async remove(caller: ManagingCaller): Promise<void> {
    await this.#change(caller, async (tx, { id }) => {
      await deleteProvider(tx, id);
      await auditProvider(tx, caller, id, 'remove');
    });
  }

  /** Starts a test login. Returns the URL and the token for the cookie; null if the provider cannot be reached. */
  async test(
    { parentId }: ManagingCaller,
    redirectUri: (provider: number) => string,
  ): Promise<{ url: string; token: string; seconds: number } | null> {
    const { database, key, log } = this.#deps;
    const provider = await this.#provider(parentId);
    const { count, secondsLeft } = await countAttempt(database.db, `sign-on-test:${parentId}`, TESTS.seconds);
    if (count > TESTS.most) throw new AppError('TOO_MANY_REQUESTS', { retryAfterSeconds: secondsLeft });
    try {
      const client = openClient(key, provider, 'always');
      return await beginAttempt(this.#deps, client, { redirectUri: redirectUri(provider.id), isTest: true });
    } catch (error) {
      logEvent(log, 'sign-on.unreachable', { provider: provider.id, reason: reasonOf(error) });
      await noteTest(database.db, provider.id, { fault: faultOfAsking(error), email: null, groups: null });
      return null;
    }
  }

  /** Adds a domain, or checks its record again. Throws NOT_FOUND without a provider, SIGN_ON_LIMIT. */
  async putDomain(caller: ManagingCaller, domain: string): Promise<(typeof DOMAIN_CHECKS)[number]> {
    return await checkDomain(this.#deps, caller, await this.#provider(caller.parentId), domain);
  }

  /** Removes a domain. Throws NOT_FOUND. */
  async removeDomain(caller: ManagingCaller, id: number): Promise<void> {
    await removeDomain(this.#deps, caller, await this.#provider(caller.parentId), id);
  }

  /** Assigns a role to a group, on an account or (null) for the administrator. Throws NOT_FOUND, VALIDATION, SIGN_ON_LIMIT. */
  async giveRole(
    caller: ManagingCaller,
    { group, account, role }: { group: string; account: number | null; role: AnyRole },
  ): Promise<void> {
    if (isForAdministrator(role) !== (account === null))
      throw new AppError('VALIDATION', { fields: { account: 'INVALID' } });
    await this.#change(caller, async (tx, provider) => {
      const place = await placeOf(tx, caller.parentId, account);
      if ((await listGivenRoles(tx, provider)).length >= MAX_SIGN_ON_ROLES)
        throw new AppError('SIGN_ON_LIMIT', { params: { max: MAX_SIGN_ON_ROLES } });
      await putGroupRole(tx, provider.id, { group, place, role });
      await noteChange(tx, provider.id);
      await auditProvider(tx, caller, provider.id, 'give-role', { group, role, ...columnsOf(place) });
      await this.#deps.tell(tx, { kind: 'parent', id: caller.parentId }, 'groupRoleGiven');
    });
  }

  /** Removes a role from a group. Throws NOT_FOUND. */
  async takeRole(caller: ManagingCaller, id: number): Promise<void> {
    await this.#change(caller, async (tx, provider) => {
      const taken = await deleteGroupRole(tx, provider.id, id);
      if (!taken) throw new AppError('NOT_FOUND');
      await auditProvider(tx, caller, provider.id, 'take-role', taken);
    });
  }

  /** Requires single sign-on, or stops requiring it. Throws SIGN_ON_UNPROVED without a recent login or test. */
  async require(caller: ManagingCaller, required: boolean): Promise<void> {
    await this.#change(caller, async (tx, provider) => {
      if (required && !isProved(provider, PROVED_MINUTES))
        throw new AppError('SIGN_ON_UNPROVED', { params: { n: PROVED_MINUTES } });
      const ended = await updateRequired(tx, provider.id, required);
      await auditProvider(tx, caller, provider.id, 'change', { required, ended });
    });
  }

  async #add(
    tx: Db,
    parentId: AdministratorId,
    form: Pick<ProviderRow, 'brandId' | 'name' | 'issuer' | 'clientId'>,
  ): Promise<number> {
    const id = await insertProvider(tx, { ...form, parentId, domains: [], trustsAddresses: true });
    if (id === undefined) throw new AppError('PROVIDER_TAKEN');
    return id;
  }

  async #provider(parent: AdministratorId): Promise<ProviderRow> {
    const provider = await findProviderOf(this.#deps.database.db, parent);
    if (!provider) throw new AppError('NOT_FOUND');
    return provider;
  }

  /** Locks the administrator, so that changes are made one at a time. */
  async #change(
    { parentId }: ManagingCaller,
    change: (tx: Db, provider: ProviderRow) => Promise<void>,
  ): Promise<void> {
    await this.#deps.database.transaction(async (tx) => {
      await lockAdministrator(tx, parentId);
      const provider = await findProviderOf(tx, parentId);
      if (!provider) throw new AppError('NOT_FOUND');
      await change(tx, provider);
    });
  }
}

/** Returns the place of a role. Throws NOT_FOUND if the account is not the administrator's. */
async function placeOf(tx: Db, parent: AdministratorId, account: number | null): Promise<Owner> {
  if (account === null) return { kind: 'parent', id: parent };
  const id = await findManagedAccount(tx, parent, account);
  if (id === undefined) throw new AppError('NOT_FOUND');
  return { kind: 'account', id };
}
