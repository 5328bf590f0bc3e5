import { formatFaxNumber } from '#contract/kit/fax-number.ts';
import type { Db } from '#engine/database/port.ts';
import type { QueueMail } from '#server/features/email/outgoing/mail-out.service.ts';
import type { LoginOwner } from '#server/kit/owner.ts';

import { findSubject } from './password.store.ts';
import type { Subject } from './password.store.ts';

/** A change to a way to log in other than the password; each is a sentence under `mail.signIn`. */
type SignInChange =
  | 'stepOn'
  | 'stepOff'
  | 'stepReset'
  | 'codesRenewed'
  | 'codeUsed'
  | 'passkeyAdded'
  | 'passkeyRemoved'
  | 'appPasswordAdded'
  | 'personJoined'
  | 'roleRaised'
  | 'signOnChanged'
  | 'groupRoleGiven'
  | 'directoryRoleGiven'
  | 'keysRemoved';

/** Queues the mail about such a change in the transaction that makes it. */
export type TellOfChange = (tx: Db, owner: LoginOwner, what: SignInChange) => Promise<void>;

/** Mails the owner about every change to the ways to log in: nobody at an unlocked screen can make one unnoticed. */
export function createTellOfChange(queueMail: QueueMail): TellOfChange {
  return async (tx, owner, what) => {
    // Operators have no address in a brand; the audit shows what they did.
    if (owner.kind === 'operator') return;
    const subject = await findSubject(tx, owner);
    // A closed account has nobody to notify.
    if (subject)
      await queueMail(tx, aboutOwner(subject, 'sign-in-changed', { what: { say: `mail.signIn.${what}` } }));
  };
}

/** Tells the owner that the password changed, in case somebody else did it, and that other ways to log in are gone. */
export async function tellOwner(
  tx: Db,
  queueMail: QueueMail,
  subject: Subject,
  removed: number,
): Promise<void> {
  await queueMail(tx, aboutOwner(subject, 'password-changed'));
  if (removed > 0)
    await queueMail(tx, aboutOwner(subject, 'sign-in-changed', { what: { say: 'mail.signIn.keysRemoved' } }));
}

/** Returns a mail about a login, addressed to its owner. */
export function aboutOwner(
  { kind, id, brandId, email, language, name }: Subject,
  template: 'password-changed' | 'sign-in-changed' | 'new-login',
  params: Parameters<QueueMail>[1]['params'] = {},
): Parameters<QueueMail>[1] {
  return {
    template,
    brandId,
    ...(kind === 'account' && { accountId: id }),
    to: email,
    language,
    params: { name: formatFaxNumber(name) ?? '', ...params },
    path: '/forgot-password',
  };
}
