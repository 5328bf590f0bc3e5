import type { Db } from '#engine/database/port.ts';
import { accessTokenOf, hashToken, newToken, sameSecret } from '#engine/secrets/tokens.ts';
import { writeAudit } from '#server/features/audit/log/audit.service.ts';
import { AppError } from '#server/kit/app-error.ts';
import type { LoginFrom } from '#server/kit/login-from.ts';
import type { Owner } from '#server/kit/owner.ts';
import { provenAccount } from '#server/kit/scope.ts';

import { idleMinutesOf, idleSecondsOf } from './automatic-logout.ts';
import { spendOrRefuse } from './failure-budget.ts';
import { noteLogin, requireProved } from './login-notes.store.ts';
import { findLoginPerson, noteMembershipUse } from './login-person.store.ts';
import { API_BUDGET, operatorLoginKey, administratorLoginKey, personLoginKey } from './login-throttle.ts';
import { replaceSessionToken } from './own-sessions.store.ts';
import { proveLogin } from './prove-login.ts';
import { auditLogin, auditOf } from './session-audit.ts';
import { refuseOperatorPasswords, refuseOtherWays, refuseWay, requiredProvider } from './sign-on-required.ts';
import { customerOf } from './session-types.ts';
import type { OpenedSession, RenewedSession, SessionOptions } from './session-types.ts';
import {
  findLiveSession,
  findLoginAccount,
  findLoginOperator,
  findLoginAdministrator,
  findTicketSubject,
  insertSession,
  lockSessions,
  removeOldest,
  removeSession,
  touchSession,
} from './session.store.ts';
import type { CustomerSubject, LiveSession, LoginSubject } from './session.store.ts';
import type { TicketSubject } from './ticket.store.ts';

export { spend, spendOrRefuse, tooManyAttempts } from './failure-budget.ts';
export { FORGOT_BUDGET, MAIL_BUDGET, loginBudget, loginKeyOf } from './login-throttle.ts';
export { insertTicket } from './ticket.store.ts';
export { clearLoginFailures, countAttempt, forgiveAttempt } from './login-throttle.store.ts';
export { endSessions } from './own-sessions.store.ts';
export type { RenewedSession } from './session-types.ts';

/** Counts a wrong API key against the caller's network. Throws TOO_MANY_ATTEMPTS. */
export async function countWrongKey(db: Db, address: string): Promise<void> {
  await spendOrRefuse(db, API_BUDGET, address);
}

/** A session's last use is written at most this often (more often for short timeouts), not on every poll. */
const TOUCH_EVERY_SECONDS = 30;
/** Maximum open sessions of one login, so that a script that keeps logging in cannot fill the table (A-AUTH-29). */
const MOST_SESSIONS = 20;

/** Logs in and out, and checks sessions (spec http-api 0.3, 1.5 to 1.11). */
export class SessionService {
  readonly #options: SessionOptions;

  constructor(options: SessionOptions) {
    this.#options = options;
  }

  /**
   * Verifies a fax number and password, or the email address and password of a person, whose most recently used account
   * or administrator is opened. Throws the same BAD_CREDENTIALS for a wrong, unknown, unverified or disabled login,
   * after the same work (A-AUTH-02, -04), TOO_MANY_ATTEMPTS if the caller must wait, and SIGN_ON_REQUIRED if the
   * address has to log in at a provider. A number of a brand other than the host's is unknown, unless the caller only
   * asks where it belongs (`anyBrand`, then `whereTo`).
   */
  async authenticate(
    { username, anyBrand = false }: { username: string; anyBrand?: boolean },
    password: string,
    from: LoginFrom,
  ): Promise<CustomerSubject> {
    const { db } = this.#options.database;
    const name = username.trim();
    const brandId = anyBrand ? null : from.brandId;
    if (name.includes('@')) {
      const email = name.toLowerCase();
      await refuseOtherWays(db, { email, brandId: from.brandId });
      const findPerson = async () => await findLoginPerson(db, { email, brandId: from.brandId, anyBrand });
      const key = personLoginKey(email.slice(0, 64));
      return await proveLogin(this.#options, { key, find: findPerson }, password, from);
    }
    const find = async () => (/^\d{10}$/.test(name) ? await findLoginAccount(db, name, brandId) : undefined);
    return await proveLogin(this.#options, { key: name.slice(0, 64), find }, password, from);
  }

  /** Like `authenticate`, with an administrator's user name or a person's address; prefers the host's own brand. */
  async authenticateAdministrator(
    username: string,
    password: string,
    from: LoginFrom,
  ): Promise<CustomerSubject> {
    const { db } = this.#options.database;
    const name = username.trim();
    const find = async () => (name === '' ? undefined : await findLoginAdministrator(db, name, from.brandId));
    // People who work for an administrator use this page too. A user name may look like an address.
    if (name.includes('@') && !(await find()))
      return await this.authenticate({ username: name, anyBrand: true }, password, from);
    const key = administratorLoginKey(name.slice(0, 64));
    return await proveLogin(this.#options, { key, find }, password, from);
  }

  /**
   * Like `authenticate`, for an operator's name; SIGN_ON_REQUIRED if a provider is required for operators (A-SSO-30).
   */
  async authenticateOperator(
    name: string,
    password: string,
    from: Pick<LoginFrom, 'address'>,
  ): Promise<LoginSubject> {
    await refuseOperatorPasswords(this.#options.database.db);
    const known = name.trim().toLowerCase().slice(0, 64);
    const find = async () => await findLoginOperator(this.#options.database.db, { name: known });
    return await proveLogin(this.#options, { key: operatorLoginKey(known), find }, password, from);
  }

  /** Returns the name of the provider at which an address has to log in to a place; undefined if any way is allowed. */
  async requiredProvider(asked: Parameters<typeof requiredProvider>[1]): Promise<string | undefined> {
    return await requiredProvider(this.#options.database.db, asked);
  }

  /** Returns the subject of a login that was not verified by password; undefined if it may not log in. */
  async subjectOf(owner: TicketSubject): Promise<CustomerSubject | undefined> {
    const { db } = this.#options.database;
    const { kind, id } = owner;
    if (kind !== 'person') return await findTicketSubject(db, { kind, id });
    return await findLoginPerson(db, { id, providerId: owner.signOn?.providerId });
  }

  /** Returns a signed-in person at another of their places. Throws NOT_FOUND for any other place. */
  async atPlace(
    personId: number,
    place: { kind: Owner['kind']; id: number },
    providerId?: number,
  ): Promise<CustomerSubject> {
    const subject = await findLoginPerson(this.#options.database.db, { id: personId, place, providerId });
    if (!subject) throw new AppError('NOT_FOUND');
    return subject;
  }

  /** Returns the subject of an operator; undefined if there is none. */
  async operatorOf(id: number): Promise<LoginSubject | undefined> {
    return await findLoginOperator(this.#options.database.db, { id });
  }

  /** Returns the step that must follow a password or single sign-on; null if there is none. */
  async secondStepOf(subject: LoginSubject): Promise<{ token: string; seconds: number } | null> {
    const { kind, id } = customerOf(subject) ?? { kind: 'operator' as const, id: subject.id };
    const { database, beginSecondStep } = this.#options;
    const step = await beginSecondStep({ kind, id, signOn: subject.signOn });
    await requireProved(database.db, subject);
    return step;
  }

  /**
   * Returns where an account logs in: its node, and the host[:port] of its brand's own origin if this host is another
   * brand's (otherwise empty). Throws BAD_CREDENTIALS if it can log in neither here nor at a known address.
   */
  async whereTo(
    account: LoginSubject,
    host: string,
    { brandId }: LoginFrom,
  ): Promise<{ node: string; redirect: string }> {
    const { hosts, servingNode } = this.#options;
    const node = servingNode(account.node);
    const here = (await hosts.of(host))?.brandId ?? brandId;
    if (here === account.brandId) return { node, redirect: '' };
    const home = await hosts.homeOf(account.brandId);
    if (home === undefined) throw new AppError('BAD_CREDENTIALS');
    return { node, redirect: new URL(home).host };
  }

  /**
   * Opens a session for a verified subject. Ends the browser's previous session, of either kind (A-AUTH-14), and the
   * oldest ones beyond twenty. Throws BAD_CREDENTIALS on a host of another brand, where the subject is unknown
   * (A-XDOM-07), and if the password was changed after it was verified; SIGN_ON_REQUIRED if a provider is required
   * (A-SSO-12).
   */
  async open(
    subject: LoginSubject,
    from: LoginFrom,
    previousToken: string | undefined,
  ): Promise<OpenedSession> {
    if (subject.kind !== 'operator' && subject.brandId !== from.brandId)
      throw new AppError('BAD_CREDENTIALS');
    const { database, accessTokenKey, idleSeconds, servingNode, tellOfLogin } = this.#options;
    const seconds = Math.min(this.#options.seconds, subject.signOn?.seconds ?? this.#options.seconds);
    const token = newToken();
    await database.transaction(async (tx) => {
      await refuseWay(tx, subject);
      // Locks the account's sessions too, because its settings determine the idle timeout.
      if (subject.personId !== undefined) await lockSessions(tx, { kind: subject.kind, id: subject.id });
      await lockSessions(tx, subject);
      await requireProved(tx, subject);
      if (previousToken) await removeSession(tx, hashToken(previousToken));
      const minutes = subject.kind === 'user' ? await idleMinutesOf(tx, provenAccount(subject.id)) : null;
      await insertSession(tx, {
        idHash: hashToken(token),
        kind: subject.kind,
        subjectId: subject.id,
        personId: subject.personId,
        signOn: subject.signOn,
        brandId: subject.brandId,
        address: from.address,
        userAgent: from.userAgent.slice(0, 300),
        idleSeconds: idleSecondsOf(idleSeconds, subject.isHipaa || subject.kind === 'operator', minutes),
        seconds,
      });
      if (subject.personId !== undefined) await noteMembershipUse(tx, subject.personId, subject);
      else if (subject.kind === 'user') await noteLogin(tx, 'account', subject.id);
      if (subject.kind === 'operator') await noteLogin(tx, 'operator', subject.id);
      const owner = customerOf(subject);
      if (owner) await tellOfLogin(tx, owner, from);
      const ended = await removeOldest(tx, subject, MOST_SESSIONS);
      await auditLogin(tx, subject, { address: from.address, ended });
    });
    const node = servingNode(subject.node);
    return { token, accessToken: accessTokenOf(accessTokenKey, token), node, seconds };
  }

  /** Returns the session of a token, or undefined. `extend` is false for the client's background calls. */
  async find(token: string, extend: boolean): Promise<LiveSession | undefined> {
    const { database, servingNode } = this.#options;
    const idHash = hashToken(token);
    const session = await findLiveSession(database.db, idHash);
    if (session && extend && session.idleFor > Math.min(TOUCH_EVERY_SECONDS, session.idleSeconds / 20)) {
      await touchSession(database.db, idHash);
    }
    return session && { ...session, node: servingNode(session.node) };
  }

  /** Whether header X-Access-Token was made for this session, as protection against CSRF (spec http-api 0.3). */
  provesAccess(token: string, accessToken: string): boolean {
    return sameSecret(accessTokenOf(this.#options.accessTokenKey, token), accessToken);
  }

  /** Gives a session a new token after the owner's credentials changed (spec http-api 6.3). */
  async renew(tx: Db, idHash: Buffer): Promise<RenewedSession> {
    const token = newToken();
    const seconds = await replaceSessionToken(tx, idHash, hashToken(token));
    return { token, accessToken: accessTokenOf(this.#options.accessTokenKey, token), seconds };
  }

  /** Ends a session; does nothing if it is not open. */
  async close(token: string, address: string): Promise<void> {
    await this.#options.database.transaction(async (tx) => {
      const subject = await removeSession(tx, hashToken(token));
      if (subject) await writeAudit(tx, { ...auditOf(subject), action: 'session.logout', address });
    });
  }
}
