import { formatFaxNumber } from '#contract/kit/fax-number.ts';
import type { Db } from '#engine/database/port.ts';
import type { QueueMail } from '#server/features/email/outgoing/mail-out.service.ts';
import type { LoginOwner } from '#server/kit/owner.ts';

import { findSubject } from './password.store.ts';
import type { Subject } from './password.store.ts';

/** What changed about a way to log in, beside the password; each is a sentence under `mail.signIn`. */
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
  | 'signOnChanged'
  | 'groupRoleGiven'
  | 'keysRemoved';

/** Queues the mail about such a change, in the transaction that makes it. */
export type TellOfChange = (tx: Db, owner: LoginOwner, what: SignInChange) => Promise<void>;

/** Tells the owner of every change of how one logs in: whoever sits at an open screen must not do it unseen. */
export function createTellOfChange(queueMail: QueueMail): TellOfChange {
  return async (tx, owner, what) => {
    // Operators have no address of a brand; the audit tells what they did.
    if (owner.kind === 'operator') return;
    const subject = await findSubject(tx, owner);
    // A closed account has nobody to tell.
    if (subject)
      await queueMail(tx, aboutOwner(subject, 'sign-in-changed', { what: { say: `mail.signIn.${what}` } }));
  };
}

/** Tells the owner that the password was changed, in case it was not they who did it, and that keys went with it. */
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

/** A mail about a login, to its owner. */
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
