import type { ArrivalSource, WaitingArrival } from '../port.ts';
import { RECENT_BYTES, readCallLog } from './call-log.ts';
import type { LoggedCall } from './call-log.ts';
import { HylafaxError } from './connection.ts';
import { Session } from './session.ts';
import type { HylafaxSettings } from './settings.ts';

/** 350 pages of the densest kind; more is somebody filling our disk (A-INBOUND-06). The file stays with the server. */
const MAX_FAX_BYTES = 64 * 1024 * 1024;

/** Free texts last; the far end chooses what its station identification says. */
const FORMAT = '%f|%z|%p|%n|%Y|%i|%j|%s';
const FIELDS = 8;

/**
 * The log of calls is written after the file, when the call has ended and the server's script has run, which takes long
 * where the machine is busy. Without it nobody knows whether the call was cut off. Where it was rotated away, a fax is
 * taken without it.
 */
const LOG_PATIENCE_MS = 60_000;

/** File names of the queue: nothing else may get into a command. */
const FILE = /^fax\d{1,20}\.tif$/;

/** The received faxes of a HylaFAX server: it never cleans them away, so we do, after they are safe with us. */
export function hylafaxArrivals(settings: HylafaxSettings): ArrivalSource {
  const calls = new CallsOfArrivals(settings);
  const round = new Round(settings);
  return {
    list: async () =>
      // Always over a new connection: hfaxd tells changes within one second apart by nothing.
      await round.anew(async (session) => {
        await session.must(`RCVFMT "${FORMAT}"`);
        const listed = await session.list('recvq');
        return await calls.join(listed.flatMap((line) => parseArrival(line, settings.did) ?? []));
      }),
    fetch: async ({ name }) =>
      await round.on(async (session) => await session.retrieve(`recvq/${name}`, MAX_FAX_BYTES)),
    remove: async ({ name }) =>
      await round.on(async (session) => {
        await session.must(`DELE recvq/${name}`);
      }),
  };
}

/** Reads one line of the queue; undefined for what is still coming in, and for what is no fax. */
export function parseArrival(line: string, did: string): WaitingArrival | undefined {
  const fields = line.split('|');
  const [name = '', receiving = '', pages, bytes, at = '', called = '', caller = ''] = fields;
  if (fields.length < FIELDS || !FILE.test(name) || receiving.trim() === '*') return undefined;
  const receivedAt = new Date(
    `${at
      .replace(' ', 'T')
      .replaceAll('/', '-')
      .replace(/\.(\d\d)\.(\d\d)$/, ':$1:$2')}Z`,
  );
  return {
    name,
    pages: Number(pages) || 0,
    bytes: Number(bytes) || 0,
    receivedAt: Number.isNaN(receivedAt.getTime()) ? new Date() : receivedAt,
    called: called.replaceAll(/\D/g, '') || did,
    caller: caller.trim(),
    fault: '',
    stationId: fields
      .slice(FIELDS - 1)
      .join('|')
      .trim(),
  };
}

/** The queue says neither which modem took a fax nor whether its call was cut off; the log of calls says both. */
class CallsOfArrivals {
  readonly #settings: HylafaxSettings;
  /** Faxes that wait, since when, and their calls where those are known. */
  readonly #waiting = new Map<string, { since: number; sought: boolean; call?: LoggedCall | undefined }>();

  constructor(settings: HylafaxSettings) {
    this.#settings = settings;
  }

  /** The faxes whose calls are known, and those whose calls nobody will ever know. */
  async join(arrivals: WaitingArrival[]): Promise<WaitingArrival[]> {
    const names = new Set(arrivals.map(({ name }) => name));
    for (const name of this.#waiting.keys()) if (!names.has(name)) this.#waiting.delete(name);
    for (const name of names)
      if (!this.#waiting.has(name)) this.#waiting.set(name, { since: Date.now(), sought: false });
    const unknown = arrivals.filter(({ name }) => !this.#waiting.get(name)?.call);
    if (unknown.length > 0) this.#note((await readCallLog(this.#settings, RECENT_BYTES)) ?? []);
    await this.#seekFarBack(unknown);
    return arrivals.flatMap((arrival) => this.#judged(arrival));
  }

  /** After hours without us, calls of faxes that wait may stand before the end of the log: it is read whole, once. */
  async #seekFarBack(arrivals: WaitingArrival[]): Promise<void> {
    const old = arrivals.flatMap(({ name, receivedAt }) => {
      const fax = this.#waiting.get(name);
      const late = fax && Date.now() - Math.min(fax.since, receivedAt.getTime()) > LOG_PATIENCE_MS;
      return late && !fax.call && !fax.sought ? [fax] : [];
    });
    if (old.length === 0) return;
    this.#note((await readCallLog(this.#settings)) ?? []);
    for (const fax of old) fax.sought = true;
  }

  #note(log: LoggedCall[]): void {
    for (const call of log) {
      const fax =
        call.direction === 'RECV' ? this.#waiting.get(call.file.replace(/^recvq\//, '')) : undefined;
      if (fax) fax.call = call;
    }
  }

  #judged(arrival: WaitingArrival): WaitingArrival[] {
    const { modem } = this.#settings;
    const { since, call } = this.#waiting.get(arrival.name) ?? { since: Date.now() };
    if (call) return modem && call.modem !== modem ? [] : [{ ...arrival, fault: call.text }];
    // Of which modem it is will never be known then: taking what may be another line's would be worse than waiting.
    return Date.now() - since < LOG_PATIENCE_MS || modem ? [] : [arrival];
  }
}

/** How long a connection that nothing is fetched over any more is kept. */
const IDLE_MS = 500;

type Attempted<T> = { kind: 'ok'; value: T } | { kind: 'failed'; reason: string };

/** Everything that one listing names is fetched over its connection: logging in takes longer than most faxes do. */
class Round {
  readonly #settings: HylafaxSettings;
  #session: Session | undefined;
  #idle: NodeJS.Timeout | undefined;

  constructor(settings: HylafaxSettings) {
    this.#settings = settings;
  }

  async anew<T>(work: (session: Session) => Promise<T>): Promise<Attempted<T>> {
    this.#close();
    return await this.on(work);
  }

  async on<T>(work: (session: Session) => Promise<T>): Promise<Attempted<T>> {
    clearTimeout(this.#idle);
    try {
      if (!this.#session?.usable) this.#session = await Session.open(this.#settings, true);
      const value = await work(this.#session);
      this.#idle = setTimeout(() => this.#close(), IDLE_MS).unref();
      return { kind: 'ok', value };
    } catch (error) {
      // After a transfer that broke off nobody knows which reply comes next.
      this.#close();
      if (!(error instanceof HylafaxError)) throw error;
      return { kind: 'failed', reason: error.message };
    }
  }

  #close(): void {
    clearTimeout(this.#idle);
    this.#session?.close();
    this.#session = undefined;
  }
}
