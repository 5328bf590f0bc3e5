import type { Logger } from 'pino';

import { nameFrom } from '#contract/identity/person-name.ts';
import type { SignOnFault } from '#contract/identity/single-sign-on.ts';
import type { Database, Db } from '#engine/database/port.ts';
import { hashToken, newToken } from '#engine/secrets/tokens.ts';
import { writeAudit } from '#server/features/audit/log/audit.service.ts';
import type { InvitationsService } from '#server/features/identity/people/invitations.service.ts';
import { countAttempt, forgiveAttempt } from '#server/features/identity/sessions/session.service.ts';
import type { SessionService } from '#server/features/identity/sessions/session.service.ts';
import { addressBlock } from '#server/kit/address.ts';
import { AppError } from '#server/kit/app-error.ts';
import { logEvent } from '#server/kit/log-event.ts';
import type { LoginFrom } from '#server/kit/login-from.ts';

import { isCanceled, reasonOf } from './open-id.ts';
import type { Attempt, OpenId, OpenIdClient, ProvedIdentity } from './open-id.ts';
import { openClient } from './provider-client.ts';
import { findProvider, listProviders } from './providers.store.ts';
import type { ProviderRow } from './providers.store.ts';
import {
  ATTEMPT_SECONDS,
  endOrderedSessions,
  findLinkedPerson,
  insertAttempt,
  linkPerson,
  noteSignOn,
  takeAttempt,
} from './sign-on.store.ts';

/** What the service needs. */
export interface SignOnDeps {
  database: Database;
  openId: OpenId;
  /** Of purpose identity-provider. */
  key: Buffer;
  sessions: Pick<SessionService, 'subjectOf'>;
  invitations: Pick<InvitationsService, 'personOf' | 'acceptAll'>;
  log: Logger;
}

/** Logins that one address may begin without ending them: each is a row for ten minutes (A-SSO-16). */
const ATTEMPTS = { most: 200, seconds: 15 * 60 };

/** Somebody who may be logged in. */
export type ProvedSubject = NonNullable<Awaited<ReturnType<SessionService['subjectOf']>>>;

/** A login that begins. */
export type SignOnBegun =
  | { kind: 'go'; url: string; token: string; seconds: number }
  | { kind: 'unreachable' | 'wait' };

/** What becomes of somebody who comes back from a provider. */
export type SignOnOutcome = { kind: 'proved'; subject: ProvedSubject } | { kind: SignOnFault };

/** A browser that comes back: the key in its cookie, and the address that it opened. */
export interface Return {
  token: string | undefined;
  url: URL;
  from: LoginFrom;
}

/** Single sign-on by OpenID Connect for people who work under their own names (spec http-api 12.42). */
export class SingleSignOn {
  readonly #deps: SignOnDeps;

  constructor(deps: SignOnDeps) {
    this.#deps = deps;
  }

  /** The providers of a brand, as its login page shows them. */
  async providersOf(brandId: number): Promise<Pick<ProviderRow, 'id' | 'name'>[]> {
    return await listProviders(this.#deps.database.db, brandId);
  }

  /**
   * Begins a login: where the browser is sent, and the key that it must bring back; or why not. Throws NOT_FOUND for a
   * provider of another brand.
   */
  async begin(id: number, redirectUri: string, { brandId, address }: LoginFrom): Promise<SignOnBegun> {
    const provider = await this.#provider(id, brandId);
    const { db } = this.#deps.database;
    const begun = await countAttempt(db, attemptsOf(address), ATTEMPTS.seconds);
    if (begun.count > ATTEMPTS.most) return { kind: 'wait' };
    const attempt = { state: newToken(), nonce: newToken(), verifier: newToken() };
    const url = await this.#url(provider, redirectUri, attempt);
    if (url === null) return { kind: 'unreachable' };
    const token = newToken();
    await insertAttempt(db, hashToken(token), id, attempt);
    return { kind: 'go', url, token, seconds: ATTEMPT_SECONDS };
  }

  /** Ends a login that this browser began. Throws NOT_FOUND for a provider of another brand. */
  async finish(id: number, { token, url, from }: Return): Promise<SignOnOutcome> {
    const { database, openId, log } = this.#deps;
    const provider = await this.#provider(id, from.brandId);
    const attempt = token && (await takeAttempt(database.db, hashToken(token), id));
    // Another browser began it, it was finished before, or it took too long: nothing is known of who it is.
    if (!attempt) return { kind: 'failed' };
    let proved: ProvedIdentity;
    try {
      proved = await openId.finish(this.#client(provider), url, attempt);
    } catch (error) {
      if (isCanceled(error)) return { kind: 'canceled' };
      logEvent(log, 'sign-on.failed', { provider: id, reason: reasonOf(error) });
      return await this.#refuse(provider, 'failed', from);
    }
    const outcome = await database.transaction(
      async (tx) => await this.#personOf(tx, provider, proved, from),
    );
    if (typeof outcome === 'string') return await this.#refuse(provider, outcome, from);
    const subject = await this.#deps.sessions.subjectOf({ kind: 'person', id: outcome });
    if (!subject) return await this.#refuse(provider, 'unknown', from);
    await noteSignOn(database.db, id, proved.subject);
    await forgiveAttempt(database.db, attemptsOf(from.address));
    return { kind: 'proved', subject: { ...subject, signOn: { providerId: id, sid: proved.sid } } };
  }

  /** Ends the sessions that a provider wants ended. Throws NOT_FOUND, VALIDATION for a token that doesn't count. */
  async logout(id: number, token: string, { brandId, address }: LoginFrom): Promise<void> {
    const { database, openId, log } = this.#deps;
    const provider = await this.#provider(id, brandId);
    const order = await openId.readLogout(this.#client(provider), token).catch((error: unknown) => {
      logEvent(log, 'sign-on.logout-refused', { provider: id, reason: reasonOf(error) });
      throw new AppError('VALIDATION', { fields: { logout_token: 'INVALID' } });
    });
    await database.transaction(async (tx) => {
      for (const { accountId, personId } of await endOrderedSessions(tx, id, order))
        await writeAudit(tx, {
          actor: { kind: 'system' },
          accountId,
          action: 'session.logout',
          detail: { personId, provider: id },
          address,
        });
    });
  }

  async #url(provider: ProviderRow, redirectUri: string, attempt: Attempt): Promise<string | null> {
    try {
      return await this.#deps.openId.authorizationUrl(this.#client(provider), redirectUri, attempt);
    } catch (error) {
      logEvent(this.#deps.log, 'sign-on.unreachable', { provider: provider.id, reason: reasonOf(error) });
      return null;
    }
  }

  /**
   * Who this is here: the person who is linked with the subject; else the one whose address it is, or whom an account
   * has invited, if the provider may speak for the address. Never by an address alone that nobody vouches for.
   */
  async #personOf(
    tx: Db,
    provider: ProviderRow,
    proved: ProvedIdentity,
    { brandId, address }: LoginFrom,
  ): Promise<number | SignOnFault> {
    const { invitations } = this.#deps;
    const hasAccount = async (id: number | undefined) =>
      id !== undefined && (await this.#deps.sessions.subjectOf({ kind: 'person', id })) !== undefined;
    const linked = await findLinkedPerson(tx, provider.id, proved.subject);
    if (linked !== undefined && (await hasAccount(linked))) return linked;
    const email = provedAddress(provider, proved);
    if (email === null) return linked === undefined ? 'address' : 'unknown';
    const known = await invitations.personOf({ brandId, email });
    const person = (await hasAccount(known))
      ? known
      : await invitations.acceptAll(tx, { brandId, email, name: nameFrom([proved.name], email) }, address);
    if (person === undefined) return 'unknown';
    await linkPerson(tx, { providerId: provider.id, subject: proved.subject, personId: person });
    await writeAudit(tx, {
      actor: { kind: 'person', id: person },
      action: 'sign-on.link',
      object: `identity_provider/${provider.id}`,
      address,
    });
    return person;
  }

  async #refuse(
    { id }: ProviderRow,
    reason: SignOnFault,
    { address }: LoginFrom,
  ): Promise<{ kind: SignOnFault }> {
    await writeAudit(this.#deps.database.db, {
      actor: { kind: 'guest' },
      action: 'sign-on.refuse',
      object: `identity_provider/${id}`,
      detail: { reason },
      address,
    });
    return { kind: reason };
  }

  async #provider(id: number, brandId: number): Promise<ProviderRow> {
    const provider = await findProvider(this.#deps.database.db, { id, brandId });
    if (!provider) throw new AppError('NOT_FOUND');
    return provider;
  }

  #client(provider: ProviderRow): OpenIdClient {
    return openClient(this.#deps.key, provider);
  }
}

/** How its logins that have begun and not ended well are counted. */
function attemptsOf(address: string): string {
  return `sign-on:${addressBlock(address)}`;
}

function domainOf(email: string): string {
  return email.slice(email.lastIndexOf('@') + 1).toLowerCase();
}

/** The address, if the provider may speak for it: it is of one of its domains, and proved there or vouched for by the operator. */
function provedAddress(
  { domains, trustsAddresses }: ProviderRow,
  { email, emailVerified }: ProvedIdentity,
): string | null {
  if (email === null || !domains.includes(domainOf(email))) return null;
  return emailVerified === true || (emailVerified === null && trustsAddresses) ? email : null;
}
