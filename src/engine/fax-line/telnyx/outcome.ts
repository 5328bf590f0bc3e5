import { meaningBy } from '../carrier/failed.ts';

/** Interprets the carrier's reason. */
export const meaningOf = meaningBy([
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
]);
