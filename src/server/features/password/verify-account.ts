import { formatFaxNumber } from '#contract/kit/fax-number.ts';
import type { Database, Db } from '#engine/database/port.ts';
import { hashToken, newToken } from '#engine/secrets/tokens.ts';
import { writeAudit } from '#server/features/audit/audit.service.ts';
import type { QueueMail } from '#server/features/mail-out/mail-out.service.ts';

import { findToken, replaceToken, useToken } from './link-token.store.ts';
import { findAccountSubject, markVerified } from './password.store.ts';
import { countGuess, subjectOf } from './reset-password.ts';

/** Owners of new accounts are on holiday sometimes (contract 1.14). */
const VERIFY_DAYS = 7;
const MINUTES_A_DAY = 24 * 60;

/** What came of following a verification link. */
export type Verification = 'invalid' | 'expired' | 'already-verified' | 'needs-password' | 'verified';

/** Mails the owner a link that proves the address; an account without a password gets its first one through it. */
export async function sendVerification(tx: Db, queueMail: QueueMail, accountId: number): Promise<void> {
  const account = await findAccountSubject(tx, { id: accountId });
  if (!account) return;
  const key = newToken();
  const id = await replaceToken(tx, {
    purpose: 'verify',
    hash: hashToken(key),
    subject: account,
    email: account.email,
    minutes: VERIFY_DAYS * MINUTES_A_DAY,
  });
  await queueMail(tx, {
    template: 'verify-account',
    brandId: account.brandId,
    to: account.email,
    language: account.language,
    params: { name: formatFaxNumber(account.name) ?? '', days: VERIFY_DAYS },
    path: `/verify?id=${id}&key=${key}`,
  });
}

/** Follows a verification link (contract 1.14). Throws only TOO_MANY_ATTEMPTS; says nothing about an account to who guesses. */
export async function verifyAccount(
  database: Database,
  link: { id: string; key: string },
  address: string,
): Promise<Verification> {
  const forgive = await countGuess(database.db, address);
  const id = /^[1-9]\d{0,14}$/.test(link.id) ? Number(link.id) : 0;
  const token = await findToken(database.db, 'verify', hashToken(link.key), id);
  if (!token) return 'invalid';
  await forgive();
  if (token.used) return 'already-verified';
  if (token.expired) return 'expired';
  const subject = await subjectOf(database.db, token);
  if (!subject) return 'invalid';
  if (subject.passwordHash === null) return 'needs-password';
  return await database.transaction(async (tx) => {
    if (!(await useToken(tx, token.id))) return 'already-verified';
    await markVerified(tx, subject.id);
    await writeAudit(tx, {
      actor: { kind: 'guest' },
      accountId: subject.id,
      action: 'account.verify',
      object: `account/${subject.id}`,
      address,
    });
    return 'verified';
  });
}
