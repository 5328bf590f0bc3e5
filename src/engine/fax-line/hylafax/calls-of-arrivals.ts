import type { WaitingArrival } from '../port.ts';
import { RECENT_BYTES, readCallLog } from './call-log.ts';
import type { LoggedCall } from './call-log.ts';
import type { Session } from './session.ts';
import { SERVER_DIED, judgeBySession, readSessions } from './session-log.ts';
import type { SessionVerdict } from './session-log.ts';
import type { HylafaxSettings } from './settings.ts';

/**
 * How long to wait for the log entry of a fax. It is written after the file, when the call has ended and the server's
 * script has run, which takes long on a busy machine. After that, a fax without an entry is judged by what else is
 * known about its call.
 */
const LOG_PATIENCE_MS = 60_000;

/** A fax waiting in the queue. */
interface Waiting {
  /** When it was first seen, on the monotonic clock. */
  since: number;
  /** Whether all logs have been searched for its call. */
  sought: boolean;
  call?: SessionVerdict;
}

/**
 * Matches received faxes with their calls. The queue says neither which modem received a fax nor whether its call was
 * cut off; the call log says both. If it does not name the fax, the log of its session does. If that is gone too, a
 * call log that covers the time before and after the fax without naming it shows that its call never ended properly
 * (F-recv-04).
 */
export class CallsOfArrivals {
  readonly #settings: HylafaxSettings;
  readonly #waiting = new Map<string, Waiting>();

  constructor(settings: HylafaxSettings) {
    this.#settings = settings;
  }

  /** Returns the faxes whose calls are known, and those whose calls will never be known. Throws HylafaxError. */
  async join(session: Session, arrivals: WaitingArrival[]): Promise<WaitingArrival[]> {
    const names = new Set(arrivals.map(({ name }) => name));
    for (const name of this.#waiting.keys()) if (!names.has(name)) this.#waiting.delete(name);
    for (const name of names)
      if (!this.#waiting.has(name)) this.#waiting.set(name, { since: performance.now(), sought: false });
    const unknown = arrivals.filter(({ name }) => !this.#waiting.get(name)?.call);
    if (unknown.length > 0) this.#note((await readCallLog(this.#settings, RECENT_BYTES)) ?? []);
    await this.#seek(session, unknown);
    return arrivals.flatMap((arrival) => this.#judged(arrival));
  }

  /**
   * Searches all logs for faxes that have waited too long. After hours without us, their calls may be far from the end
   * of the log: it is read in full, once, and so are the sessions of faxes that it does not name.
   */
  async #seek(session: Session, arrivals: WaitingArrival[]): Promise<void> {
    const late = arrivals.filter(({ name, receivedAt }) => {
      const fax = this.#waiting.get(name);
      if (!fax || fax.call || fax.sought) return false;
      const waitedMs = Math.max(performance.now() - fax.since, Date.now() - receivedAt.getTime());
      return waitedMs > LOG_PATIENCE_MS;
    });
    if (late.length === 0) return;
    const log = (await readCallLog(this.#settings)) ?? [];
    this.#note(log);
    const unlogged = late.filter(({ name }) => !this.#waiting.get(name)?.call);
    const sessions = unlogged.length > 0 ? await readSessions(session, unlogged) : [];
    for (const arrival of unlogged) {
      const fax = this.#waiting.get(arrival.name);
      const call = judgeBySession(arrival, sessions) ?? this.#judgedByLog(arrival.name, log);
      if (fax && call) fax.call = call;
    }
    for (const { name } of late) {
      const fax = this.#waiting.get(name);
      if (fax) fax.sought = true;
    }
  }

  /**
   * Judges a fax by a log that names faxes from before and after it: such a log was written continuously and not
   * rotated in between. The modem stays unknown, so this works only for lines that take the faxes of all modems.
   */
  #judgedByLog(name: string, log: readonly LoggedCall[]): SessionVerdict | undefined {
    if (this.#settings.modem) return undefined;
    const others = log.flatMap(({ direction, file }) => (direction === 'RECV' ? [numberOf(file)] : []));
    const own = numberOf(name);
    const between = others.some((one) => one < own) && others.some((one) => one > own);
    return between ? { modem: '', text: SERVER_DIED } : undefined;
  }

  #note(log: readonly LoggedCall[]): void {
    for (const call of log) {
      const fax =
        call.direction === 'RECV' ? this.#waiting.get(call.file.replace(/^recvq\//, '')) : undefined;
      if (fax) fax.call = call;
    }
  }

  #judged(arrival: WaitingArrival): WaitingArrival[] {
    const { modem } = this.#settings;
    const { since, call } = this.#waiting.get(arrival.name) ?? { since: performance.now() };
    if (call) return modem && call.modem !== modem ? [] : [{ ...arrival, fault: call.text }];
    // With a configured modem, a fax of unknown modem is left waiting: taking one that may belong to another line would
    // be worse.
    return performance.now() - since < LOG_PATIENCE_MS || modem ? [] : [arrival];
  }
}

/** The server numbers the files of received faxes consecutively. */
function numberOf(file: string): number {
  return Number(/fax(\d{1,20})\.tif$/.exec(file)?.[1] ?? Number.NaN);
}
