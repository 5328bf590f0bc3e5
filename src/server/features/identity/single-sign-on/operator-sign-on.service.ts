import type { SignOnFault } from '#contract/identity/single-sign-on.ts';
import type { SessionService } from '#server/features/identity/sessions/session.service.ts';

import { findProvedOperator } from './find-operator.ts';
import { AuthorizationFlow, signOnOf } from './authorization-flow.ts';
import type { Return, SignOnBegun, FlowDeps } from './authorization-flow.ts';
import { listProvidersOf } from './providers.store.ts';
import type { ProviderRow } from './providers.store.ts';

/** Dependencies of the service. */
export type OperatorSignOnDeps = FlowDeps & { sessions: Pick<SessionService, 'operatorOf'> };

/** An operator whose identity is confirmed. */
type ProvedOperator = NonNullable<Awaited<ReturnType<SessionService['operatorOf']>>>;

/** Single sign-on of operators, who log in to the console (spec http-api 12.49). */
export class OperatorSignOn {
  readonly #deps: OperatorSignOnDeps;
  readonly #flow: AuthorizationFlow;

  constructor(deps: OperatorSignOnDeps) {
    this.#deps = deps;
    this.#flow = new AuthorizationFlow(deps);
  }

  /** Returns the operators' providers, for the login page of the console. */
  async providers(): Promise<ProviderRow[]> {
    return await listProvidersOf(this.#deps.database.db, null);
  }

  /** Starts a login. Returns the URL and the token that the browser must bring back, or why not. Throws NOT_FOUND. */
  async begin(id: number, from: { redirectUri: string; address: string }): Promise<SignOnBegun> {
    return await this.#flow.begin(id, null, from);
  }

  /** Finishes a login that this browser started. The operator's own second step comes afterwards. Throws NOT_FOUND. */
  async finish(
    id: number,
    back: Return,
  ): Promise<{ kind: 'proved'; subject: ProvedOperator } | { kind: SignOnFault }> {
    const { database, sessions } = this.#deps;
    const result = await this.#flow.finish(id, null, back);
    // Only administrators test their providers.
    if (result.kind !== 'proved') return { kind: result.kind === 'tested' ? 'failed' : result.kind };
    const { provider, proved } = result;
    const { address } = back;
    const found = await database.transaction(
      async (tx) => await findProvedOperator(tx, provider, { ...proved, address }),
    );
    if (typeof found === 'string') return await this.#flow.refuse(id, found, address);
    const subject = await sessions.operatorOf(found);
    if (!subject) return await this.#flow.refuse(id, 'unknown', address);
    await this.#flow.noteLogin(id, proved.subject, address);
    return { kind: 'proved', subject: { ...subject, signOn: signOnOf(provider, proved) } };
  }

  /** Ends the sessions that a provider's logout token names. Throws NOT_FOUND, VALIDATION for an invalid token. */
  async logout(id: number, token: string, address: string): Promise<void> {
    await this.#flow.logout(id, null, { token, address });
  }
}
