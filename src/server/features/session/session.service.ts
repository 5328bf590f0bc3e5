import type { Database, Db } from '#engine/database/port.ts';
import { hashPassword, verifyPassword } from '#engine/secrets/passwords.ts';
import { accessTokenOf, hashToken, newToken, sameSecret } from '#engine/secrets/tokens.ts';
import { writeAudit } from '#server/features/audit/audit.service.ts';
import { AppError } from '#server/kit/app-error.ts';
import { brandOrigin } from '#server/kit/brand-origin.ts';

import { throttleLogin } from './login-throttle.ts';
import { replaceSessionToken } from './own-sessions.store.ts';
import {
  findBrandDomains,
  findLiveSession,
  findLoginAccount,
  insertSession,
  noteLogin,
  replacePasswordHash,
  revokeSession,
  touchSession,
} from './session.store.ts';
import type { LiveSession, LoginAccount } from './session.store.ts';

export { clearLoginFailures, countAttempt, forgiveAttempt } from './login-throttle.store.ts';
export { endSessions } from './own-sessions.store.ts';

/** Accounts with health papers log off sooner (HIPAA 164.312(a)(2)(iii); contract 0.3). */
const HIPAA_IDLE_SECONDS = 15 * 60;
/** A session's last use is written at most this often: polls and clicks must not all become writes. */
const TOUCH_EVERY_SECONDS = 30;
/** When every place in the queue for verifying passwords is taken (A-AUTH-13). */
const BUSY_SECONDS = 5;

/** Where a login comes from. */
export interface LoginFrom {
  address: string;
  userAgent: string;
}

/** What the service needs. */
export interface SessionOptions {
  database: Database;
  accessTokenKey: Buffer;
  /** Its port is that of every brand without an origin of its own. */
  publicOrigin: string;
  idleSeconds: number;
  seconds: number;
}

/** What the browser is given: the session token (HttpOnly cookie) and the access token (readable, worthless alone). */
export interface OpenedSession {
  token: string;
  accessToken: string;
  node: string;
  seconds: number;
}

/** Fresh cookies of a session that goes on. */
export type RenewedSession = Omit<OpenedSession, 'node'>;

/** Logging in and out, and whether a session stands (contract 0.3, 1.5–1.11). */
export class SessionService {
  readonly #options: SessionOptions;

  constructor(options: SessionOptions) {
    this.#options = options;
  }

  /**
   * Proves fax number and password. Throws BAD_CREDENTIALS for a wrong, unknown, unverified or disabled one alike,
   * after the same work (A-AUTH-02, -04), and TOO_MANY_ATTEMPTS when it must wait.
   */
  async authenticate(username: string, password: string, from: LoginFrom): Promise<LoginAccount> {
    const { db } = this.#options.database;
    const name = username.trim();
    const throttle = await throttleLogin(db, name.slice(0, 64), from.address);
    const account = /^\d{10}$/.test(name) ? await findLoginAccount(db, name) : undefined;
    if (throttle.kind === 'wait') {
      await this.#noteFailure(account, from.address);
      throw tooManyAttempts(throttle.seconds);
    }
    const outcome = await verifyPassword(account?.passwordHash ?? null, password);
    if (outcome.kind === 'busy') {
      await throttle.forgive();
      throw new AppError('UNAVAILABLE', { retryAfterSeconds: BUSY_SECONDS });
    }
    if (!account?.active || outcome.kind === 'wrong') {
      await this.#noteFailure(account, from.address);
      throw new AppError('BAD_CREDENTIALS');
    }
    await throttle.forgive();
    if (outcome.stale) await this.#rehash(account.id, password);
    return account;
  }

  /**
   * Where an account logs in: its node, and host[:port] of its brand's own origin when this host belongs to another
   * brand (contract 1.5; running.md, Brands and their origins). An empty redirect means here.
   */
  async whereTo(account: LoginAccount, domain: string): Promise<{ node: string; redirect: string }> {
    const host = domain.toLowerCase();
    const home = await findBrandDomains(this.#options.database.db, account.brandId, host);
    const { hostBrandId, primaryDomain, origin } = home;
    const elsewhere =
      account.brandId !== hostBrandId && primaryDomain !== undefined && primaryDomain !== host;
    if (!elsewhere) return { node: account.node, redirect: '' };
    const own = brandOrigin({ origin, domain: primaryDomain }, this.#options.publicOrigin);
    return { node: account.node, redirect: new URL(own).host };
  }

  /** Opens a session for a proved account; the one that the browser had before ends (A-AUTH-14). */
  async open(
    account: LoginAccount,
    from: LoginFrom,
    previousToken: string | undefined,
  ): Promise<OpenedSession> {
    const { database, accessTokenKey, idleSeconds, seconds } = this.#options;
    const token = newToken();
    await database.transaction(async (tx) => {
      if (previousToken) await revokeSession(tx, hashToken(previousToken));
      await insertSession(tx, {
        idHash: hashToken(token),
        subjectId: account.id,
        brandId: account.brandId,
        address: from.address,
        userAgent: from.userAgent.slice(0, 300),
        idleSeconds: account.isHipaa ? Math.min(HIPAA_IDLE_SECONDS, idleSeconds) : idleSeconds,
        seconds,
      });
      await noteLogin(tx, account.id);
      await writeAudit(tx, {
        actor: { kind: 'account', id: account.id },
        accountId: account.id,
        action: 'session.login',
        address: from.address,
      });
    });
    return { token, accessToken: accessTokenOf(accessTokenKey, token), node: account.node, seconds };
  }

  /** The session behind a token, or undefined. `extend` is false for calls that the client makes by itself. */
  async find(token: string, extend: boolean): Promise<LiveSession | undefined> {
    const { db } = this.#options.database;
    const idHash = hashToken(token);
    const session = await findLiveSession(db, idHash);
    if (session && extend && session.idleFor > Math.min(TOUCH_EVERY_SECONDS, session.idleSeconds / 20)) {
      await touchSession(db, idHash);
    }
    return session;
  }

  /** Whether header X-Access-Token was made for this session: the defence against cross-site requests (contract 0.3). */
  provesAccess(token: string, accessToken: string): boolean {
    return sameSecret(accessTokenOf(this.#options.accessTokenKey, token), accessToken);
  }

  /** Gives a session a new token, for when what proves its owner has changed (contract 6.3). */
  async renew(tx: Db, idHash: Buffer): Promise<RenewedSession> {
    const token = newToken();
    const seconds = await replaceSessionToken(tx, idHash, hashToken(token));
    return { token, accessToken: accessTokenOf(this.#options.accessTokenKey, token), seconds };
  }

  /** Ends a session; harmless when it did not stand. */
  async close(token: string, address: string): Promise<void> {
    await this.#options.database.transaction(async (tx) => {
      const accountId = await revokeSession(tx, hashToken(token));
      if (accountId === undefined) return;
      await writeAudit(tx, {
        actor: { kind: 'account', id: accountId },
        accountId,
        action: 'session.logout',
        address,
      });
    });
  }

  async #noteFailure(account: LoginAccount | undefined, address: string): Promise<void> {
    await writeAudit(this.#options.database.db, {
      actor: { kind: 'guest' },
      ...(account ? { accountId: account.id } : {}),
      action: 'session.login-failed',
      address,
    });
  }

  async #rehash(accountId: number, password: string): Promise<void> {
    const hashed = await hashPassword(password);
    // A full queue is no reason to fail a login: the next one rehashes.
    if (hashed.kind === 'ok') await replacePasswordHash(this.#options.database.db, accountId, hashed.hash);
  }
}

function tooManyAttempts(seconds: number): AppError {
  return new AppError('TOO_MANY_ATTEMPTS', {
    retryAfterSeconds: seconds,
    params: { minutes: Math.max(1, Math.ceil(seconds / 60)) },
  });
}
