/** The problem with an address that its owner is shown; the words are under `mailDelivery.reason`. */
export type AddressTrouble = 'unknown' | 'full' | 'refused';

/** The reason for a permanent refusal. `counts`: whether it means that nobody reads this address any more. */
export interface BounceClass {
  reason: AddressTrouble;
  counts: boolean;
}

/**
 * Classifies the status codes of RFC 3463 5. Permanent failures count if the mailbox or domain does not exist (x.1,
 * x.2.1, x.4.4), the mailbox is full (x.2.2), or no reason is specified (x.0, or no code at all). The receiver's
 * verdict on one mail (size, content, policy, delays) says nothing about the address.
 */
export function classOfStatus(status: string): BounceClass {
  const [, kind = '0', subject = '0', detail = '0'] = /^([245])\.(\d{1,3})\.(\d{1,3})$/.exec(status) ?? [];
  if (subject === '2' && detail === '2') return { reason: 'full', counts: kind === '5' };
  const gone = subject === '1' || (subject === '2' && detail === '1') || (subject === '4' && detail === '4');
  const unspecified = subject === '0';
  if (kind !== '4' && (gone || unspecified)) return { reason: 'unknown', counts: true };
  return { reason: 'refused', counts: false };
}
