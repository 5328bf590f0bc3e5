import { INVITATION_DAYS } from '#contract/identity/people.ts';
import { formatFaxNumber } from '#contract/kit/fax-number.ts';
import type { NewMail } from '#server/features/email/outgoing/mail-out.service.ts';
import type { Owner } from '#server/kit/owner.ts';

import type { InvitingPlace } from './people.store.ts';

/** The inviting place, and the name of the person who invites; empty for the place's own login. */
interface Inviting extends InvitingPlace {
  place: Owner;
  by: string;
}

/**
 * Returns the mail with an invitation's link. It goes to unverified addresses, so the only text from the sender is a
 * name.
 */
export function invitationMail(
  { place, brandId, name, language, by }: Inviting,
  { email, token }: { email: string; token: string },
): NewMail {
  const ofAccount = place.kind === 'account';
  return {
    template: ofAccount ? 'invitation' : 'administration-invitation',
    brandId,
    ...(ofAccount && { accountId: place.id }),
    to: email,
    language,
    params: {
      name: ofAccount ? (formatFaxNumber(name) ?? '') : name,
      by: by || { say: ofAccount ? 'mail.owner' : 'mail.administrator' },
      days: INVITATION_DAYS,
    },
    path: `/join?token=${token}`,
    atLimit: 'refuse',
  };
}
