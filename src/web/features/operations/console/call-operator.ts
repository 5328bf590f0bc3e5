import type { Call, ReplyOf } from '#contract/kit/call.ts';
import { ApiError, readError } from '#web/kit/api-error.ts';
import { headersOf, urlOf } from '#web/kit/call-api.ts';
import type { CallInput } from '#web/kit/call-api.ts';

let onSignedOut: () => void = () => undefined;

/** Registers a callback for the end of the console's session. */
export function whenConsoleEnds(act: () => void): void {
  onSignedOut = act;
}

/** Returns the readable half of the console's session; useless without the other half. */
function consoleToken(): string {
  return /(?:^|;\s*)operator-access-token=([^;]*)/.exec(document.cookie)?.[1] ?? '';
}

/** Whether somebody is signed in here, as far as this browser knows. */
export const isInConsole = (): boolean => consoleToken() !== '';

/**
 * Makes one call of the console. Throws ApiError. Its session is separate from that of a mailbox in the same browser,
 * so neither ends with the other.
 */
export async function callOperator<C extends Call>(
  call: C,
  input: CallInput<C> = {},
  /** Whether it is an automatic refresh, which does not extend the session. */
  background = false,
): Promise<ReplyOf<C>> {
  const token = consoleToken();
  // Without it nobody is signed in, and there is nothing to call.
  if (token === '' && call.access === 'operator') {
    onSignedOut();
    throw new ApiError(401, 'AUTH_REQUIRED');
  }
  const headers = headersOf(call, input);
  headers.set('X-Access-Token', token);
  if (background) headers.set('X-Background', '1');
  const response = await fetch(urlOf(call, input), {
    method: call.method,
    headers,
    credentials: 'same-origin',
    ...(input.body === undefined ? {} : { body: JSON.stringify(input.body) }),
    ...(input.signal === undefined ? {} : { signal: input.signal }),
  }).catch(() => {
    throw new ApiError(0, 'NETWORK');
  });
  const text = await response.text();
  if (response.ok) return JSON.parse(text) as ReplyOf<C>;
  if (response.status === 401) onSignedOut();
  throw readError(response.status, text);
}
