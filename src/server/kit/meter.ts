import { channel, subscribe, unsubscribe } from 'node:diagnostics_channel';

/**
 * What is measured where it happens. Labels are from closed lists: no numbers, names or addresses of people. Whoever
 * watches (health/metrics) subscribes; nobody else has to be handed a registry for one number.
 */
export interface Measured {
  /** A call that has ended; without `seconds` when another process began it. */
  call: { carrier: string; direction: 'in' | 'out'; result: string; pages: number; seconds?: number };
  /** A document that became fax pages, or did not; `kind` is the type of its first file. */
  conversion: { kind: string; result: string; seconds: number };
  /** A page whose text was recognized, or could not be. */
  recognition: { result: 'ok' | 'failed' | 'unavailable'; seconds: number };
  /** A copy of a fax, or a mail, that left or did not; `lag` is how long it had waited. */
  delivery: {
    channel: 'email' | 'sftp' | 'egnyte' | 'webdav' | 'webhook';
    result: 'ok' | 'retry' | 'failed';
    lag?: number;
  };
  /** A fax that was refused because its account has sent enough for a day. */
  limit: { kind: 'calls' | 'pages' | 'number' };
  /** A login that was tried. */
  login: { result: 'ok' | 'wrong' | 'throttled' | 'busy' };
}

/** Says what was measured; costs next to nothing when nobody watches. */
export function measure<What extends keyof Measured>(what: What, value: Measured[What]): void {
  channel(nameOf(what)).publish(value);
}

/** Hears everything of one kind until the function that comes back is called. */
export function onMeasure<What extends keyof Measured>(
  what: What,
  heard: (value: Measured[What]) => void,
): () => void {
  const listener = (value: unknown): void => heard(value as Measured[What]);
  subscribe(nameOf(what), listener);
  return () => void unsubscribe(nameOf(what), listener);
}

/** Since some moment, in seconds. */
export function secondsSince(began: number): number {
  return (performance.now() - began) / 1000;
}

function nameOf(what: keyof Measured): string {
  return `f2e:${what}`;
}
