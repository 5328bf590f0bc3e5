import { channel, subscribe, unsubscribe } from 'node:diagnostics_channel';

/**
 * Events measured where they happen. Labels come from closed lists: no numbers, names or addresses of people. The
 * metrics (health/metrics) subscribe, so that no other code needs to receive a registry to report one number.
 */
export interface Measured {
  /** A call that has ended; `seconds` is missing if another process began it. */
  call: { carrier: string; direction: 'in' | 'out'; result: string; pages: number; seconds?: number };
  /** A document that was converted to fax pages, or failed to be; `kind` is the type of its first file. */
  conversion: { kind: string; result: string; seconds: number };
  /** A page whose text was recognized, or could not be. */
  recognition: { result: 'ok' | 'failed' | 'unavailable'; seconds: number };
  /** An attempt to deliver a copy of a fax or a mail; `lag` is how long it had waited. */
  delivery: {
    channel: 'email' | 'sftp' | 'egnyte' | 'webdav' | 'webhook';
    result: 'ok' | 'retry' | 'failed';
    lag?: number;
  };
  /** A fax refused because its account has reached its daily limit. */
  limit: { kind: 'calls' | 'pages' | 'number' };
  /** A login attempt. */
  login: { result: 'ok' | 'wrong' | 'throttled' | 'busy' };
}

/** Publishes a measurement; costs almost nothing if nobody subscribes. */
export function measure<What extends keyof Measured>(what: What, value: Measured[What]): void {
  channel(nameOf(what)).publish(value);
}

/** Subscribes to measurements of one kind; the returned function unsubscribes. */
export function onMeasure<What extends keyof Measured>(
  what: What,
  heard: (value: Measured[What]) => void,
): () => void {
  const listener = (value: unknown): void => heard(value as Measured[What]);
  subscribe(nameOf(what), listener);
  return () => void unsubscribe(nameOf(what), listener);
}

/** Returns the seconds since a `performance.now()` time. */
export function secondsSince(began: number): number {
  return (performance.now() - began) / 1000;
}

function nameOf(what: keyof Measured): string {
  return `f2e:${what}`;
}
