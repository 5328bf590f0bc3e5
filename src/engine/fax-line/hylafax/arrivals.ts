import type { ArrivalSource, WaitingArrival } from '../port.ts';
import { CallsOfArrivals } from './calls-of-arrivals.ts';
import { HylafaxError } from './connection.ts';
import { Session } from './session.ts';
import type { HylafaxSettings } from './settings.ts';

/**
 * Largest received fax in bytes: 350 pages of the densest kind. A larger one is an attempt to fill our disk
 * (A-INBOUND-06); it stays on the server.
 */
const MAX_FAX_BYTES = 64 * 1024 * 1024;

/** Free text comes last, because the far end chooses its station identification. */
const FORMAT = '%f|%z|%p|%n|%Y|%i|%j|%s';
const FIELDS = 8;

/** File names in the queue: nothing else may be put into a command. */
const FILE = /^fax\d{1,20}\.tif$/;

/** Returns the received faxes of a HylaFAX server. It never deletes them, so we do, once they are safe with us. */
export function hylafaxArrivals(settings: HylafaxSettings): ArrivalSource {
  const calls = new CallsOfArrivals(settings);
  const round = new Round(settings);
  return {
    list: async () =>
      // Always uses a new connection: hfaxd cannot distinguish changes within one second.
      await round.anew(async (session) => {
        await session.must(`RCVFMT "${FORMAT}"`);
        const listed = await session.list('recvq');
        return await calls.join(
          session,
          listed.flatMap((line) => parseArrival(line, settings.did) ?? []),
        );
      }),
    fetch: async ({ name }) =>
      await round.on(async (session) => await session.retrieve(`recvq/${name}`, MAX_FAX_BYTES)),
    remove: async ({ name }) =>
      await round.on(async (session) => {
        await session.must(`DELE recvq/${name}`);
      }),
  };
}

/** Parses one line of the queue; returns undefined for a fax still being received and for anything else. */
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

/** How long an idle connection is kept after a fetch. */
const IDLE_MS = 500;

type Attempted<T> = { kind: 'ok'; value: T } | { kind: 'failed'; reason: string };

/** Fetches all files of one listing over the same connection: logging in takes longer than fetching most faxes. */
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
      // After an interrupted transfer, it is unknown which reply comes next.
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
