import type { Logger } from 'pino';

import type { SignOnFault } from '#contract/identity/single-sign-on.ts';
import type { Database } from '#engine/database/port.ts';
import { hashToken } from '#engine/secrets/tokens.ts';
import { writeAudit } from '#server/features/audit/log/audit.service.ts';
import { countAttempt, forgiveAttempt } from '#server/features/identity/sessions/session.service.ts';
import type { SignOn } from '#server/kit/sign-on.ts';
import { addressBlock } from '#server/kit/address.ts';
import { AppError } from '#server/kit/app-error.ts';
import { logEvent } from '#server/kit/log-event.ts';

import { beginAttempt } from './begin-attempt.ts';
import type { OpenId } from './open-id.ts';
import type { ProvedIdentity } from './proved-identity.ts';
import { openClient } from './provider-client.ts';
import { findProvider } from './providers.store.ts';
import type { ProviderRow } from './providers.store.ts';
import { isCanceled, reasonOf } from './sign-on-fault.ts';
import { endOrderedSessions, noteSignOn, takeAttempt } from './sign-on.store.ts';
import { endTest } from './test-login.ts';

/** Dependencies of the flow. */
export interface FlowDeps {
  database: Database;
  openId: OpenId;
  /** The key for the purpose identity-provider. */
  key: Buffer;
  log: Logger;
}

/** Logins that one address may start without completing them: each is a row for ten minutes (A-SSO-16). */
const ATTEMPTS = { most: 200, seconds: 15 * 60 };

/** The outcome of starting a login. */
export type SignOnBegun =
  | { kind: 'go'; url: string; token: string; seconds: number }
  | { kind: 'unreachable' | 'wait' };

/** A browser that returns from a provider: the token in its cookie, and the URL that it opened. */
export interface Return {
  token: string | undefined;
  url: URL;
  address: string;
}

/** The outcome of a login at a provider. */
export type FlowResult =
  | { kind: 'proved'; provider: ProviderRow; proved: ProvedIdentity }
  | { kind: 'tested' | 'canceled' | 'failed' };

/**
 * The authorization code flow at a provider, for customers and operators alike. `brandId` is the brand of the host, or null for
 * providers of operators; every method throws NOT_FOUND for a provider of another brand.
 */
export class AuthorizationFlow {
  readonly #deps: FlowDeps;

  constructor(deps: FlowDeps) {
    this.#deps = deps;
  }

  /** Starts a login. Returns the URL for the browser and the token that it must bring back, or why it cannot start. */
  async begin(
    id: number,
    brandId: number | null,
    { redirectUri, address }: { redirectUri: string; address: string },
  ): Promise<SignOnBegun> {
    const { database, key, log } = this.#deps;
    const provider = await this.provider(id, brandId);
    const begun = await countAttempt(database.db, attemptsOf(address), ATTEMPTS.seconds);
    if (begun.count > ATTEMPTS.most) return { kind: 'wait' };
    try {
      const attempt = { redirectUri, isTest: false };
      return { kind: 'go', ...(await beginAttempt(this.#deps, openClient(key, provider), attempt)) };
    } catch (error) {
      logEvent(log, 'sign-on.unreachable', { provider: id, reason: reasonOf(error) });
      return { kind: 'unreachable' };
    }
  }

  /** Finishes a login that this browser started, and returns the identity that the provider confirmed. */
  async finish(id: number, brandId: number | null, { token, url, address }: Return): Promise<FlowResult> {
    const { database, openId, key, log } = this.#deps;
    const provider = await this.provider(id, brandId);
    const attempt = token && (await takeAttempt(database.db, hashToken(token), id));
    // Another browser started it, it was finished before, or it took too long: nothing is known about the identity.
    if (!attempt) return { kind: 'failed' };
    if (attempt.isTest) {
      await endTest(this.#deps, provider, url, attempt);
      return { kind: 'tested' };
    }
    try {
      const proved = await openId.finish(openClient(key, provider), url, attempt);
      return { kind: 'proved', provider, proved };
    } catch (error) {
      if (isCanceled(error)) return { kind: 'canceled' };
      logEvent(log, 'sign-on.failed', { provider: id, reason: reasonOf(error) });
      await this.refuse(id, 'failed', address);
      return { kind: 'failed' };
    }
  }

  /** Records a login. */
  async noteLogin(id: number, subject: string, address: string): Promise<void> {
    const { db } = this.#deps.database;
    await noteSignOn(db, id, subject);
    await forgiveAttempt(db, attemptsOf(address));
  }

  /** Writes an audit row for a refused login. */
  async refuse(id: number, reason: SignOnFault, address: string): Promise<{ kind: SignOnFault }> {
    await writeAudit(this.#deps.database.db, {
      actor: { kind: 'guest' },
      action: 'sign-on.refuse',
      object: `identity_provider/${id}`,
      detail: { reason },
      address,
    });
    return { kind: reason };
  }

  /** Ends the sessions that a provider's logout token names. Throws VALIDATION for an invalid token. */
  async logout(
    id: number,
    brandId: number | null,
    { token, address }: { token: string; address: string },
  ): Promise<void> {
    const { database, openId, key, log } = this.#deps;
    const provider = await this.provider(id, brandId);
    const order = await openId.readLogout(openClient(key, provider), token).catch((error: unknown) => {
      logEvent(log, 'sign-on.logout-refused', { provider: id, reason: reasonOf(error) });
      throw new AppError('VALIDATION', { fields: { logout_token: 'INVALID' } });
    });
    await database.transaction(async (tx) => {
      for (const { kind, id: place, personId } of await endOrderedSessions(tx, id, order))
        await writeAudit(tx, {
          actor: { kind: 'system' },
          ...(kind === 'account' ? { accountId: place } : { object: `${kind}/${place}` }),
          action: 'session.logout',
          detail: { ...(personId !== null && { personId }), provider: id },
          address,
        });
    });
  }

  /** Returns a provider of the brand, or of operators. */
  async provider(id: number, brandId: number | null): Promise<ProviderRow> {
    const provider = await findProvider(this.#deps.database.db, { id, brandId });
    if (!provider) throw new AppError('NOT_FOUND');
    return provider;
  }
}

/** Returns the counter key for an address's unfinished logins. */
function attemptsOf(address: string): string {
  return `sign-on:${addressBlock(address)}`;
}

/** Returns the part of a login at a provider that its session keeps. */
export function signOnOf({ id, sessionMinutes }: ProviderRow, { sid }: ProvedIdentity): SignOn {
  return { providerId: id, sid, seconds: sessionMinutes === null ? undefined : sessionMinutes * 60 };
}
