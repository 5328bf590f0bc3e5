import type { Db } from '#engine/database/port.ts';
import { AppError } from '#server/kit/app-error.ts';

import { isConfirmedFor, lockCounts, waitOfAccount, waitOfAddress } from './unproved-mail.store.ts';

const HOUR = 60 * 60;

/**
 * Limit of mails to an unconfirmed address, whichever accounts cause them, so that nobody's mailbox is flooded
 * (A-SUB-06).
 */
export const PER_ADDRESS = { most: 3, seconds: 24 * HOUR };
/** Limit of one account's mails to all unconfirmed addresses. */
export const PER_ACCOUNT = { most: 20, seconds: HOUR };

/** The decision on a mail: it is sent, counted or not, or a limit is reached. */
export type MailAdmission = 'free' | 'counted' | AppError;

/**
 * Decides whether an account may cause this mail now. A mail to a confirmed address is free; others are counted. If a
 * limit is reached, returns the error that says when the next mail is allowed.
 */
export async function admitMail(
  tx: Db,
  { accountId, to }: { accountId: number; to: string },
): Promise<MailAdmission> {
  const address = to.toLowerCase();
  if (await isConfirmedFor(tx, accountId, address)) return 'free';
  await lockCounts(tx, accountId, address);
  const ofAddress = await waitOfAddress(tx, address, PER_ADDRESS);
  if (ofAddress > 0)
    return new AppError('ADDRESS_MAIL_LIMIT', {
      retryAfterSeconds: ofAddress,
      params: { email: to, max: PER_ADDRESS.most, hours: Math.ceil(ofAddress / HOUR) },
    });
  const ofAccount = await waitOfAccount(tx, accountId, PER_ACCOUNT);
  if (ofAccount > 0)
    return new AppError('ACCOUNT_MAIL_LIMIT', {
      retryAfterSeconds: ofAccount,
      params: { max: PER_ACCOUNT.most, minutes: Math.ceil(ofAccount / 60) },
    });
  return 'counted';
}
