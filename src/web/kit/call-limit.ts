import type { Call } from '#contract/kit/call.ts';

/** Statements of the server end after five seconds: an answer that has not come after so long does not come. */
const LIMIT_MS = 30_000;
/** For calls about thousands of rows. */
const LONG_LIMIT_MS = 120_000;
/** Who logs out waits no longer. */
const LEAVING_MS = 5000;

let waitedFor = 0;

/** Does work for which others wait: calls that are made meanwhile end after a time, as in an outage. */
export async function whileOthersWait<T>(work: () => Promise<T>): Promise<T> {
  waitedFor += 1;
  try {
    return await work();
  } finally {
    waitedFor -= 1;
  }
}

/** Ends a call that takes too long. */
export function callLimit(call: Call): AbortSignal {
  return AbortSignal.timeout(call.takesLong === true ? LONG_LIMIT_MS : LIMIT_MS);
}

/** Ends the call that logs out: a server that does not answer keeps nobody here. */
export function leavingLimit(): AbortSignal {
  return AbortSignal.timeout(LEAVING_MS);
}

/** The limit of a call that is made now, where it has one. */
export function limitNow(call: Call): AbortSignal | undefined {
  return waitedFor > 0 ? callLimit(call) : undefined;
}
