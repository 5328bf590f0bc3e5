import type { Database, Db } from '#engine/database/port.ts';
import { hashToken } from '#engine/secrets/tokens.ts';
import { writeAudit } from '#server/features/audit/log/audit.service.ts';
import type { QueueMail } from '#server/features/email/outgoing/mail-out.service.ts';
import {
  clearLoginFailures,
  endSessions,
  loginKeyOf,
} from '#server/features/identity/sessions/session.service.ts';
import { listWaysIn, removeWaysIn } from '#server/features/identity/sessions/other-logins/ways-in.service.ts';
import type { Kept, WayIn } from '#server/features/identity/sessions/other-logins/ways-in.service.ts';
import { addressBlock } from '#server/kit/address.ts';
import { AppError } from '#server/kit/app-error.ts';
import { provenLogin } from '#server/kit/owner.ts';

import { countOrRefuse } from './attempts.ts';
import { findToken, useToken } from './link-token.store.ts';
import type { LinkToken } from './link-token.store.ts';
import { faultInBrand, hashOf, isPassword, refusedPassword } from './new-password.ts';
import { findSubject, storePassword } from './password.store.ts';
import type { Subject } from './password.store.ts';
import { tellOwner } from './tell-owner.ts';

/** Guesses at links from one address. The keys have 256 bits, so this only reduces noise (A-RESET-05). */
export const LINK_GUESSES = { most: 10, seconds: 15 * 60 };

/** A link that was followed, from a reset mail or from the verification mail of an account without a password. */
export type FollowedLink = { token: string } | { id: number; key: string };

/** Where a link is followed. A link works only on the hosts of its own brand. */
export interface LinkFrom {
  address: string;
  brandId: number;
}

/** Dependencies of a password reset. */
export interface ResetDeps {
  database: Database;
  queueMail: QueueMail;
}

/** Counts a guess at a link. Returns a callback that undoes the count, for valid links. */
export async function countGuess(db: Db, address: string): Promise<() => Promise<void>> {
  return await countOrRefuse(db, `link:${addressBlock(address)}`, LINK_GUESSES);
}

/** Returns the owner of a link, if the owner exists and still has the address that the link was sent to. */
export async function subjectOf(db: Db, { subject, email }: LinkToken): Promise<Subject | undefined> {
  const found = await findSubject(db, subject);
  return found?.email === email ? found : undefined;
}

/** Returns the stored token of a link on the hosts of its own brand; undefined if there is none. */
async function findLink(db: Db, link: FollowedLink, brandId: number): Promise<LinkToken | undefined> {
  return 'token' in link
    ? await findToken(db, brandId, 'reset', hashToken(link.token))
    : await findToken(db, brandId, 'verify', hashToken(link.key), link.id);
}

/**
 * Returns the owner whose password a link may set; undefined if there is none. A verification link lives for days, so
 * it may set the first password but never replace one.
 */
async function ownerOfLink(db: Db, link: FollowedLink, token: LinkToken): Promise<Subject | undefined> {
  const subject = await subjectOf(db, token);
  return subject && 'key' in link && subject.passwordHash !== null ? undefined : subject;
}

/**
 * Returns what else opens the account of a link, for its reset page. A link that does not work has an empty list: the
 * page shows what is wrong with it when the password is set.
 */
export async function waysInOfLink(
  db: Db,
  link: FollowedLink,
  { brandId }: Pick<LinkFrom, 'brandId'>,
): Promise<WayIn[]> {
  const token = await findLink(db, link, brandId);
  const subject = token && !token.used && !token.expired ? await ownerOfLink(db, link, token) : undefined;
  return subject ? await listWaysIn(db, provenLogin(subject)) : [];
}

/**
 * Returns the token of a link and its owner, and counts a guess if there is no such link. Throws TOKEN_INVALID,
 * TOKEN_USED, TOKEN_EXPIRED, TOO_MANY_ATTEMPTS.
 */
async function followLink(
  db: Db,
  link: FollowedLink,
  { address, brandId }: LinkFrom,
): Promise<{ token: LinkToken; subject: Subject }> {
  const forgive = await countGuess(db, address);
  const token = await findLink(db, link, brandId);
  if (!token) throw new AppError('TOKEN_INVALID');
  await forgive();
  if (token.used) throw new AppError('TOKEN_USED');
  if (token.expired) throw new AppError('TOKEN_EXPIRED');
  const subject = await ownerOfLink(db, link, token);
  if (!subject) throw new AppError('TOKEN_INVALID');
  return { token, subject };
}

/** The input of a reset: the password, and which other ways to log in stay valid. */
export interface ResetInput {
  password: string;
  keep: Kept;
}

/**
 * Sets a new password with a link (spec http-api 1.13). Ends all sessions and every way to log in that is not kept,
 * uses up the link and mails the owner. Throws what followLink throws, PASSWORD_RULES, PASSWORD_SAME_AS_OLD.
 */
export async function resetPassword(
  deps: ResetDeps,
  link: FollowedLink,
  { password, keep }: ResetInput,
  from: LinkFrom,
): Promise<void> {
  const { db } = deps.database;
  const { token, subject } = await followLink(db, link, from);
  const fault = await faultInBrand(db, subject, password);
  if (fault) throw refusedPassword(fault, 'new_password');
  if (subject.passwordHash !== null && (await isPassword(subject.passwordHash, password)))
    throw new AppError('PASSWORD_SAME_AS_OLD', { fields: { new_password: 'PASSWORD_SAME_AS_OLD' } });
  await store(deps, { token, subject }, { hash: await hashOf(password), keep }, from.address);
}

async function store(
  { database, queueMail }: ResetDeps,
  { token, subject }: { token: LinkToken; subject: Subject },
  { hash, keep }: { hash: string; keep: Kept },
  address: string,
): Promise<void> {
  await database.transaction(async (tx) => {
    // If the same link is followed twice at once, only one request sets the password.
    if (!(await useToken(tx, token.id))) throw new AppError('TOKEN_USED');
    await storePassword(tx, subject, hash);
    await endSessions(tx, subject);
    await clearLoginFailures(tx, loginKeyOf(subject));
    const removed = await removeWaysIn(tx, provenLogin(subject), keep, { actor: { kind: 'guest' }, address });
    await tellOwner(tx, queueMail, subject, removed);
    await writeAudit(tx, {
      actor: { kind: 'guest' },
      ...(subject.kind === 'account' ? { accountId: subject.id } : {}),
      action: 'password.reset',
      object: `${subject.kind}/${subject.id}`,
      address,
    });
  });
}
