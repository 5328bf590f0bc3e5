import { hashPassword, verifyPassword } from '#engine/secrets/passwords.ts';
import type { Database } from '#engine/database/port.ts';
import { AppError } from '#server/kit/app-error.ts';
import type { LoginFrom } from '#server/kit/login-from.ts';
import { measure } from '#server/kit/meter.ts';

import { tooManyAttempts } from './failure-budget.ts';
import { throttleLogin } from './login-throttle.ts';
import type { LoginFailures } from './login-throttle.ts';
import { noteFailedLogin } from './session-audit.ts';
import { replacePasswordHash } from './login-notes.store.ts';
import type { LoginSubject } from './session.store.ts';

/** Retry delay when the queue for verifying passwords is full (A-AUTH-13). */
const BUSY_SECONDS = 5;

/** The login whose password is tried: the key that counts its guesses, and how to find it. */
interface Claim<Subject extends LoginSubject> {
  key: string;
  find: () => Promise<Subject | undefined>;
}

/**
 * Verifies a password, with the same work and the same response for everybody who is not let in (A-AUTH-02, -04). The
 * subject includes the hash that was verified, because the password may change before the session opens. Throws
 * BAD_CREDENTIALS, TOO_MANY_ATTEMPTS, UNAVAILABLE.
 */
export async function proveLogin<Subject extends LoginSubject>(
  { database, failures }: { database: Database; failures: LoginFailures },
  who: Claim<Subject>,
  password: string,
  from: Pick<LoginFrom, 'address'>,
): Promise<Subject> {
  const { db } = database;
  const throttle = await throttleLogin({ database, failures }, who.key, from.address);
  const subject = await who.find();
  if (throttle.kind === 'wait') {
    measure('login', { result: 'throttled' });
    await noteFailedLogin(db, subject, from.address);
    throw tooManyAttempts(throttle.seconds);
  }
  const outcome = await verifyPassword(subject?.passwordHash ?? null, password);
  if (outcome.kind === 'busy') {
    measure('login', { result: 'busy' });
    await throttle.forgive();
    throw new AppError('UNAVAILABLE', { retryAfterSeconds: BUSY_SECONDS });
  }
  measure('login', { result: subject?.active && outcome.kind !== 'wrong' ? 'ok' : 'wrong' });
  if (!subject?.active || outcome.kind === 'wrong') {
    await noteFailedLogin(db, subject, from.address);
    throw new AppError('BAD_CREDENTIALS');
  }
  await throttle.forgive();
  const old = subject.passwordHash ?? '';
  const provedHash = outcome.stale ? await rehash(database, subject, { old, password }) : old;
  return { ...subject, provedHash };
}

/** Stores the hash with newer parameters. Returns the hash that is stored afterwards. */
async function rehash(
  { db }: Database,
  subject: LoginSubject,
  { old, password }: { old: string; password: string },
): Promise<string> {
  const hashed = await hashPassword(password);
  // A full queue is no reason to fail a login; the next login rehashes.
  if (hashed.kind !== 'ok') return old;
  return (await replacePasswordHash(db, subject, old, hashed.hash)) ? hashed.hash : old;
}
