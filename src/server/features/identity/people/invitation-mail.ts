import { INVITATION_DAYS } from '#contract/identity/people.ts';
import { formatFaxNumber } from '#contract/kit/fax-number.ts';
import type { NewMail } from '#server/features/email/outgoing/mail-out.service.ts';
import type { AccountId } from '#server/kit/scope.ts';

/** The account that invites, and the name of the person who does; empty for the login with number and password. */
interface Inviting {
  accountId: AccountId;
  brandId: number;
  number: string;
  language: string;
  by: string;
}

/**
 * The mail with the link of an invitation. It goes to addresses that proved nothing, so no words of the sender's but
 * their name stand in it.
 */
export function invitationMail(
  { accountId, brandId, number, language, by }: Inviting,
  { email, token }: { email: string; token: string },
): NewMail {
  const name = formatFaxNumber(number) ?? '';
  return {
    template: 'invitation',
    brandId,
    accountId,
    to: email,
    language,
    params: { name, by: by || { say: 'mail.owner' }, days: INVITATION_DAYS },
    path: `/join?token=${token}`,
    atLimit: 'refuse',
  };
}
