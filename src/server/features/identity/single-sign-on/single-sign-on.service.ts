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

/** Dependencies of the service. */
export type SignOnDeps = FlowDeps & FindDeps;

/** A subject whose identity is confirmed. */
export type ProvedSubject = NonNullable<Awaited<ReturnType<SessionService['subjectOf']>>>;

/** The outcome for a user who returns from a provider. */
export type SignOnOutcome =
  | { kind: 'proved'; subject: ProvedSubject }
  | { kind: 'tested' }
  | { kind: SignOnFault };

/** Single sign-on with OpenID Connect for people with individual logins (spec http-api 12.42). */
export class SingleSignOn {
  readonly #deps: SignOnDeps;
  readonly #flow: AuthorizationFlow;

  constructor(deps: SignOnDeps) {
    this.#deps = deps;
    this.#flow = new AuthorizationFlow(deps);
  }

  /** Returns the providers of a brand, for its login page. */
  async providersOf(brandId: number): Promise<Pick<ProviderRow, 'id' | 'name'>[]> {
    return await listProvidersOf(this.#deps.database.db, brandId);
  }

  /** Whether administrators of a brand have set up providers whose domains are verified. */
  async hasProvidersByAddress(brandId: number): Promise<boolean> {
    return await hasVerifiedProviders(this.#deps.database.db, brandId);
  }

  /** Returns the administrators' providers for an address's domain, whether or not the address exists (A-SSO-25). */
  async providersFor(email: string, { brandId }: LoginFrom): Promise<Pick<ProviderRow, 'id' | 'name'>[]> {
    return await listProvidersFor(this.#deps.database.db, brandId, domainOf(email));
  }

  /**
   * Starts a login. Returns the URL for the browser and the token that it must bring back, or why it cannot start.
   * Throws NOT_FOUND for a provider of another brand.
   */
  async begin(id: number, redirectUri: string, { brandId, address }: LoginFrom): Promise<SignOnBegun> {
    return await this.#flow.begin(id, brandId, { redirectUri, address });
  }

  /** Finishes a login that this browser started. Throws NOT_FOUND for a provider of another brand. */
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

  /** Ends the sessions that a provider's logout token names. Throws NOT_FOUND, VALIDATION for an invalid token. */
  async logout(id: number, token: string, { brandId, address }: LoginFrom): Promise<void> {
    await this.#flow.logout(id, brandId, { token, address });
  }
}
