import type { Database, Db } from '#engine/database/port.ts';
import { hashToken } from '#engine/secrets/tokens.ts';
import { writeAudit } from '#server/features/audit/audit.service.ts';
import type { QueueMail } from '#server/features/mail-out/mail-out.service.ts';
import { clearLoginFailures, endSessions, parentLoginKey } from '#server/features/session/session.service.ts';
import { addressBlock } from '#server/kit/address.ts';
import { AppError } from '#server/kit/app-error.ts';

import { countOrRefuse } from './attempts.ts';
import { findToken, useToken } from './link-token.store.ts';
import type { LinkToken } from './link-token.store.ts';
import { faultInBrand, hashOf, isPassword, refusedPassword } from './new-password.ts';
import { findAccountSubject, findParentSubject, storePassword } from './password.store.ts';
import type { Subject } from './password.store.ts';
import { tellOwner } from './tell-owner.ts';

/** Guesses at links from one address; the keys have 256 bits, this only keeps the noise down (A-RESET-05). */
export const LINK_GUESSES = { most: 10, seconds: 15 * 60 };

/** The link that somebody followed: from a reset mail, or from a verification mail of an account without a password. */
export type FollowedLink = { token: string } | { id: number; key: string };

/** What resetting needs. */
export interface ResetDeps {
  database: Database;
  queueMail: QueueMail;
}

/** Counts a guess at a link; give it back when the link was real. */
export async function countGuess(db: Db, address: string): Promise<() => Promise<void>> {
  return await countOrRefuse(db, `link:${addressBlock(address)}`, LINK_GUESSES);
}

/** Whose link it is, while they exist and still have the address that it was sent to. */
export async function subjectOf(db: Db, { subject, email }: LinkToken): Promise<Subject | undefined> {
  const { kind, id } = subject;
  const found =
    kind === 'account' ? await findAccountSubject(db, { id }) : await findParentSubject(db, { id });
  return found?.email === email ? found : undefined;
}

/**
 * Sets a new password with a link: all sessions end, the link is used up, the owner is told (contract 1.13).
 * Throws TOKEN_INVALID, TOKEN_USED, TOKEN_EXPIRED, PASSWORD_RULES, PASSWORD_SAME_AS_OLD, TOO_MANY_ATTEMPTS.
 */
export async function resetPassword(
  deps: ResetDeps,
  link: FollowedLink,
  password: string,
  address: string,
): Promise<void> {
  const { db } = deps.database;
  const forgive = await countGuess(db, address);
  const token =
    'token' in link
      ? await findToken(db, 'reset', hashToken(link.token))
      : await findToken(db, 'verify', hashToken(link.key), link.id);
  if (!token) throw new AppError('TOKEN_INVALID');
  await forgive();
  if (token.used) throw new AppError('TOKEN_USED');
  if (token.expired) throw new AppError('TOKEN_EXPIRED');
  const subject = await subjectOf(db, token);
  // A verification link lives for days; it may set the first password, but never replace one.
  if (!subject || ('key' in link && subject.passwordHash !== null)) throw new AppError('TOKEN_INVALID');
  const fault = await faultInBrand(db, subject, password);
  if (fault) throw refusedPassword(fault, 'new_password');
  if (subject.passwordHash !== null && (await isPassword(subject.passwordHash, password)))
    throw new AppError('PASSWORD_SAME_AS_OLD', { fields: { new_password: 'PASSWORD_SAME_AS_OLD' } });
  await store(deps, token, subject, await hashOf(password), address);
}

async function store(
  { database, queueMail }: ResetDeps,
  token: LinkToken,
  subject: Subject,
  hash: string,
  address: string,
): Promise<void> {
  await database.transaction(async (tx) => {
    // Two who follow the same link at once: one of them sets the password.
    if (!(await useToken(tx, token.id))) throw new AppError('TOKEN_USED');
    await storePassword(tx, subject, hash);
    await endSessions(tx, subject.kind === 'account' ? 'user' : 'multifax', subject.id);
    await clearLoginFailures(tx, subject.kind === 'account' ? subject.name : parentLoginKey(subject.name));
    await tellOwner(tx, queueMail, subject);
    await writeAudit(tx, {
      actor: { kind: 'guest' },
      ...(subject.kind === 'account' ? { accountId: subject.id } : {}),
      action: 'password.reset',
      object: `${subject.kind}/${subject.id}`,
      address,
    });
  });
}
