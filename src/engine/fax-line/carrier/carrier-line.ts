import type { OutboundGuard } from '#engine/outbound-guard/port.ts';

import { matchesPattern } from '../pattern.ts';
import type { FaxLine } from '../port.ts';
import type { ApiAnswer } from './api-client.ts';
import { adoptByCarrier, checkCarrier, sendByCarrier } from './carrier-calls.ts';
import type { CarrierLine } from './carrier-calls.ts';
import type { FaxTimes } from './follow-fax.ts';

/** Dependencies of a carrier's line. */
export interface CarrierLineParts<Settings> {
  settings: Settings;
  guard: OutboundGuard;
  /** The address at which the carrier calls us about this line. */
  webhookUrl: string;
  /** Called with the reason when faxes cannot be queried. */
  lookFailed?: (reason: string) => void;
  times?: FaxTimes;
  now?: () => number;
}

/** Creates a line over a carrier's API; `carrier` reads its webhooks and fetches received faxes. */
export function carrierLine(
  pattern: string,
  line: CarrierLine,
  carrier: NonNullable<FaxLine['carrier']>,
): FaxLine {
  return {
    telephone: true,
    carrier,
    reaches: (number) => matchesPattern(pattern, number),
    send: async (call, signal) => await sendByCarrier(line, call, signal),
    adopt: async (call, signal) => await adoptByCarrier(line, call, signal),
    check: async () => await checkCarrier(line.api),
  };
}

/** Returns the same answer with its value converted. */
export function answerAs<T, U>(answer: ApiAnswer<T>, words: (value: T) => U): ApiAnswer<U> {
  return answer.kind === 'ok' ? { kind: 'ok', value: words(answer.value) } : answer;
}
