import { formatFaxNumber } from '#contract/kit/fax-number.ts';
import type { Database, Db } from '#engine/database/port.ts';
import { hashToken, newToken } from '#engine/secrets/tokens.ts';
import { writeAudit } from '#server/features/audit/log/audit.service.ts';
import type { NewMail, QueueMail } from '#server/features/email/outgoing/mail-out.service.ts';

import { findToken, replaceToken, useToken } from './link-token.store.ts';
import { findAccountSubject, markVerified } from './password.store.ts';
import { countGuess } from './reset-password.ts';
import type { LinkFrom } from './reset-password.ts';

/** Owners of new accounts may be on vacation (spec http-api 1.14). */
const VERIFY_DAYS = 7;
const MINUTES_A_DAY = 24 * 60;

/** The outcome of following a verification link. */
export type Verification = 'invalid' | 'expired' | 'already-verified' | 'needs-password' | 'verified';

/**
 * Mails the owner a link that verifies the address, or the changed address if there is one. An account without a
 * password gets its first one through the link. `input`: `uncounted` for mails sent by operators; `atLimit` for an
 * error to the caller if there were too many.
 */
export async function sendVerification(
  tx: Db,
  queueMail: QueueMail,
  accountId: number,
  input: Pick<NewMail, 'atLimit' | 'uncounted'> = {},
): Promise<void> {
  const account = await findAccountSubject(tx, { id: accountId });
  if (!account) return;
  const email = account.newEmail ?? account.email;
  const key = newToken();
  const id = await replaceToken(tx, {
    purpose: 'verify',
    hash: hashToken(key),
    subject: account,
    email,
    minutes: VERIFY_DAYS * MINUTES_A_DAY,
  });
  await queueMail(tx, {
    template: 'verify-account',
    brandId: account.brandId,
    accountId,
    to: email,
    language: account.language,
    params: { name: formatFaxNumber(account.name) ?? '', days: VERIFY_DAYS },
    path: `/verify?id=${id}&key=${key}`,
    ...input,
  });
}

/**
 * Follows a verification link (spec http-api 1.14). Throws only TOO_MANY_ATTEMPTS; reveals nothing about the account.
 */
export async function verifyAccount(
  database: Database,
  link: { id: string; key: string },
  { address, brandId }: LinkFrom,
): Promise<Verification> {
  const forgive = await countGuess(database.db, address);
  const id = /^[1-9]\d{0,14}$/.test(link.id) ? Number(link.id) : 0;
  const token = await findToken(database.db, brandId, 'verify', hashToken(link.key), id);
  if (!token) return 'invalid';
  await forgive();
  if (token.used) return 'already-verified';
  if (token.expired) return 'expired';
  const subject = await findAccountSubject(database.db, token.subject);
  const changes = subject !== undefined && subject.newEmail === token.email;
  if (!subject || (!changes && subject.email !== token.email)) return 'invalid';
  // A link to a changed address verifies only that address. It must never set a password.
  if (!changes && subject.passwordHash === null) return 'needs-password';
  return await database.transaction(async (tx) => {
    if (!(await useToken(tx, token.id))) return 'already-verified';
    if (!(await markVerified(tx, subject.id, token.email))) return 'invalid';
    await writeAudit(tx, {
      actor: { kind: 'guest' },
      accountId: subject.id,
      action: 'account.verify',
      object: `account/${subject.id}`,
      ...(changes && { detail: { email: token.email } }),
      address,
    });
    return 'verified';
  });
}
