import type { Call } from '#contract/kit/call.ts';

/** The server ends its statements after five seconds: a response that has not arrived after this time never will. */
const LIMIT_MS = 30_000;
/** The limit for calls that process thousands of rows. */
const LONG_LIMIT_MS = 120_000;
/** Who logs out waits no longer. */
const LEAVING_MS = 5000;

let waitedFor = 0;

/** Runs work that other work waits for: calls made meanwhile get a time limit and then fail as in an outage. */
export async function whileOthersWait<T>(work: () => Promise<T>): Promise<T> {
  waitedFor += 1;
  try {
    return await work();
  } finally {
    waitedFor -= 1;
  }
}

/** Returns a signal that aborts a call when it takes too long. */
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
