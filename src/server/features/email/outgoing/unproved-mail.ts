import type { Db } from '#engine/database/port.ts';
import { AppError } from '#server/kit/app-error.ts';

import { isConfirmedFor, lockCounts, waitOfAccount, waitOfAddress } from './unproved-mail.store.ts';

const HOUR = 60 * 60;

/** Mails to an address that has not confirmed, whichever accounts cause them: nobody's mailbox is filled (A-SUB-06). */
export const PER_ADDRESS = { most: 3, seconds: 24 * HOUR };
/** Mails of one account to all such addresses. */
export const PER_ACCOUNT = { most: 20, seconds: HOUR };

/** What becomes of a mail: it leaves, counted or not, or there were enough. */
export type ConcurrencyLimit = 'free' | 'counted' | AppError;

/**
 * Whether an account may cause this mail now. A mail to an address that confirmed itself is free; others are counted.
 * Over a limit it gives the error that says when it goes on.
 */
export async function admitMail(
  tx: Db,
  { accountId, to }: { accountId: number; to: string },
): Promise<ConcurrencyLimit> {
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
