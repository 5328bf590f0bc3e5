import type { SignOnFault } from '#contract/identity/single-sign-on.ts';
import type { SessionService } from '#server/features/identity/sessions/session.service.ts';

import { findProvedOperator } from './find-operator.ts';
import { AuthorizationFlow, signOnOf } from './authorization-flow.ts';
import type { Return, SignOnBegun, FlowDeps } from './authorization-flow.ts';
import { listProvidersOf } from './providers.store.ts';
import type { ProviderRow } from './providers.store.ts';

/** What the service needs. */
export type OperatorSignOnDeps = FlowDeps & { sessions: Pick<SessionService, 'operatorOf'> };

/** An operator who may be logged in. */
type ProvedOperator = NonNullable<Awaited<ReturnType<SessionService['operatorOf']>>>;

/** Single sign-on of operators, who log in to the console (spec http-api 12.49). */
export class OperatorSignOn {
  readonly #deps: OperatorSignOnDeps;
  readonly #flow: AuthorizationFlow;

  constructor(deps: OperatorSignOnDeps) {
    this.#deps = deps;
    this.#flow = new AuthorizationFlow(deps);
  }

  /** The providers of operators, as the login page of the console shows them. */
  async providers(): Promise<ProviderRow[]> {
    return await listProvidersOf(this.#deps.database.db, null);
  }

  /** Begins a login: where the browser is sent, and the key that it must bring back; or why not. Throws NOT_FOUND. */
  async begin(id: number, from: { redirectUri: string; address: string }): Promise<SignOnBegun> {
    return await this.#flow.begin(id, null, from);
  }

  /** Ends a login that this browser began; the operator's own second step is still to come. Throws NOT_FOUND. */
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

  /** Ends the sessions that a provider wants ended. Throws NOT_FOUND, VALIDATION for a token that doesn't count. */
  async logout(id: number, token: string, address: string): Promise<void> {
    await this.#flow.logout(id, null, { token, address });
  }
}
