import { formatFaxNumber } from '#contract/kit/fax-number.ts';
import type { RuleFields } from '#contract/mailbox/rule-parts.ts';
import type { Db } from '#engine/database/port.ts';
import type { QueueMail } from '#server/features/email/outgoing/mail-out.service.ts';
import type { AccountId } from '#server/kit/scope.ts';

import { readOwner } from './rule-facts.store.ts';

/** Mails the account's own address if a rule sends faxes to somebody new, in case the owner did not do it. */
export async function tellOfRule(
  queueMail: QueueMail,
  tx: Db,
  account: AccountId,
  { before, after }: { before: RuleFields | undefined; after: RuleFields },
): Promise<void> {
  const known = new Set(before ? receivers(before) : []);
  const fresh = receivers(after).filter((one) => !known.has(one));
  const owner = await readOwner(tx, account);
  // The owner need not be told about faxes to their own address.
  const others = fresh.filter((one) => one !== owner.email.toLowerCase());
  if (others.length === 0) return;
  await queueMail(tx, {
    template: 'rule-changed',
    brandId: owner.brandId,
    accountId: account,
    to: owner.email,
    language: owner.language,
    params: { name: formatFaxNumber(owner.number) ?? '', rule: after.name, to: others.join(', ') },
    path: '/preferences/rules',
  });
}

/** Returns the recipients of a rule's faxes or notices; none if the rule is inactive. */
function receivers({ active, actions }: RuleFields): string[] {
  if (!active) return [];
  return actions.flatMap((action) => {
    if (action.kind === 'email') return action.emails;
    return action.kind === 'forward' ? [formatFaxNumber(action.number) ?? action.number] : [];
  });
}
