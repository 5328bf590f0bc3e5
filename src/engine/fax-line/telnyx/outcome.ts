import type { FinalReason, RetryReason } from '../port.ts';

/**
 * The carrier's reasons by what they mean for us. The carrier adds to them as it likes: the first form that fits
 * counts, and what none fits is OTHER, which is tried once more and then given up.
 */
const MEANINGS: readonly [RegExp, RetryReason | FinalReason][] = [
  [/busy/, 'BUSY'],
  [/no_answer|no_response|destination_unreachable/, 'NO_ANSWER'],
  [/initial_communication_timeout|incompatible_destination/, 'NO_FAX_MACHINE'],
  [/call_dropped|communication_error|signaling_error|recovery_on_timer/, 'DROPPED'],
  [/unallocated_number|invalid_number|destination_invalid/, 'NUMBER_INVALID'],
  [/countries_whitelist|not_in_service_plan/, 'BARRED'],
  [/decline|^rejected$/, 'DECLINED'],
  [/file_download_failed/, 'LINE_FAULT'],
  [/^file_|page_count_limit/, 'DOCUMENT_REFUSED'],
  [/service_unavailable|channel_limit|account_|spend_limit|cancel/, 'LINE_FAULT'],
];

/** What the carrier's reason means. */
export function meaningOf(reason: string): RetryReason | FinalReason {
  return MEANINGS.find(([form]) => form.test(reason.toLowerCase()))?.[1] ?? 'OTHER';
}
