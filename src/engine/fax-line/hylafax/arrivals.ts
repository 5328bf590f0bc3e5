import type { ArrivalSource, WaitingArrival } from '../port.ts';
import { RECENT_BYTES, readCallLog } from './call-log.ts';
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
  const firstSeen = new Map<string, number>();
  const round = new Round(settings);
  return {
    list: async () =>
      // Always over a new connection: hfaxd tells changes within one second apart by nothing.
      await round.anew(async (session) => {
        await session.must(`RCVFMT "${FORMAT}"`);
        const arrivals = (await session.list('recvq')).flatMap(
          (line) => parseArrival(line, settings.did) ?? [],
        );
        for (const name of firstSeen.keys())
          if (!arrivals.some((arrival) => arrival.name === name)) firstSeen.delete(name);
        for (const { name } of arrivals) if (!firstSeen.has(name)) firstSeen.set(name, Date.now());
        return await withTheirCalls(settings, arrivals, firstSeen);
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
async function withTheirCalls(
  settings: HylafaxSettings,
  arrivals: WaitingArrival[],
  firstSeen: Map<string, number>,
): Promise<WaitingArrival[]> {
  if (arrivals.length === 0) return [];
  const log = (await readCallLog(settings, RECENT_BYTES)) ?? [];
  return arrivals.flatMap((arrival) => {
    const call = log.findLast(
      ({ direction, file }) => direction === 'RECV' && file === `recvq/${arrival.name}`,
    );
    if (call) {
      return settings.modem && call.modem !== settings.modem ? [] : [{ ...arrival, fault: call.text }];
    }
    const waited = Date.now() - (firstSeen.get(arrival.name) ?? 0);
    // Of which modem it is will never be known then: taking what may be another line's would be worse than waiting.
    return waited < LOG_PATIENCE_MS || settings.modem ? [] : [arrival];
  });
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
