import type { SignOnFault } from '#contract/identity/single-sign-on.ts';
import type { SessionService } from '#server/features/identity/sessions/session.service.ts';
import type { LoginFrom } from '#server/kit/login-from.ts';

import { domainOf, findProvedPerson, reachableSubject } from './find-person.ts';
import type { FindDeps } from './find-person.ts';
import { AuthorizationFlow, signOnOf } from './authorization-flow.ts';
import type { Return, SignOnBegun, FlowDeps } from './authorization-flow.ts';
import { hasVerifiedProviders, listProvidersFor, listProvidersOf } from './providers.store.ts';
import type { ProviderRow } from './providers.store.ts';
import { takeGroups } from './take-groups.ts';

/** What the service needs. */
export type SignOnDeps = FlowDeps & FindDeps;

/** Somebody who may be logged in. */
export type ProvedSubject = NonNullable<Awaited<ReturnType<SessionService['subjectOf']>>>;

/** What becomes of somebody who comes back from a provider. */
export type SignOnOutcome =
  | { kind: 'proved'; subject: ProvedSubject }
  | { kind: 'tested' }
  | { kind: SignOnFault };

/** Single sign-on by OpenID Connect for people who work under their own names (spec http-api 12.42). */
export class SingleSignOn {
  readonly #deps: SignOnDeps;
  readonly #flow: AuthorizationFlow;

  constructor(deps: SignOnDeps) {
    this.#deps = deps;
    this.#flow = new AuthorizationFlow(deps);
  }

  /** The providers of a brand, as its login page shows them. */
  async providersOf(brandId: number): Promise<Pick<ProviderRow, 'id' | 'name'>[]> {
    return await listProvidersOf(this.#deps.database.db, brandId);
  }

  /** Whether administrators of a brand have set up providers whose domains are verified. */
  async hasProvidersByAddress(brandId: number): Promise<boolean> {
    return await hasVerifiedProviders(this.#deps.database.db, brandId);
  }

  /** The providers of administrators at which people of an address log in (A-SSO-25: whether or not anybody has the address). */
  async providersFor(email: string, { brandId }: LoginFrom): Promise<Pick<ProviderRow, 'id' | 'name'>[]> {
    return await listProvidersFor(this.#deps.database.db, brandId, domainOf(email));
  }

  /**
   * Begins a login: where the browser is sent, and the key that it must bring back; or why not. Throws NOT_FOUND for a
   * provider of another brand.
   */
  async begin(id: number, redirectUri: string, { brandId, address }: LoginFrom): Promise<SignOnBegun> {
    return await this.#flow.begin(id, brandId, { redirectUri, address });
  }

  /** Ends a login that this browser began. Throws NOT_FOUND for a provider of another brand. */
  async finish(
    id: number,
    { from, ...back }: Omit<Return, 'address'> & { from: LoginFrom },
  ): Promise<SignOnOutcome> {
    const { database, log, sessions } = this.#deps;
    const { address } = from;
    const result = await this.#flow.finish(id, from.brandId, { ...back, address });
    if (result.kind !== 'proved') return result;
    const { provider, proved } = result;
    const outcome = await database.transaction(async (tx) => {
      const person = await findProvedPerson(this.#deps, tx, provider, { ...proved, from });
      if (typeof person === 'number') await takeGroups(tx, log, provider, { ...proved, person, address });
      return person;
    });
    if (typeof outcome === 'string') return await this.#flow.refuse(id, outcome, address);
    const subject = await reachableSubject(sessions, outcome, id);
    if (!subject) return await this.#flow.refuse(id, 'unknown', address);
    await this.#flow.noteLogin(id, proved.subject, address);
    return { kind: 'proved', subject: { ...subject, signOn: signOnOf(provider, proved) } };
  }

  /** Ends the sessions that a provider wants ended. Throws NOT_FOUND, VALIDATION for a token that doesn't count. */
  async logout(id: number, token: string, { brandId, address }: LoginFrom): Promise<void> {
    await this.#flow.logout(id, brandId, { token, address });
  }
}
