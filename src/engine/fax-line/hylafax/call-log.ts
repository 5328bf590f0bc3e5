import type { CallLink } from '../port.ts';
import { HylafaxError } from './connection.ts';
import { readSessionFacts } from './session-facts.ts';
import { Session } from './session.ts';
import type { HylafaxSettings } from './settings.ts';

/** A call in the server's log (hylafax-log(5)); fields specific to one direction are empty for the other. */
export interface LoggedCall {
  direction: string;
  modem: string;
  /** The file of a received fax, `recvq/…`. */
  file: string;
  /** Our own ID of a call that we requested. */
  callRef: string;
  pages: number;
  /** How it ended; empty if it succeeded. */
  text: string;
  link: CallLink;
}

/** Size limit of the log in bytes; it grows until its monthly rotation. */
const MAX_LOG_BYTES = 64 * 1024 * 1024;

/** About the last thousand calls: enough for recent arrivals. */
export const RECENT_BYTES = 256 * 1024;

/** Positions of the fields in a tab-separated line; the last one is missing in logs of old servers. */
const FIELD = {
  direction: 1,
  modem: 3,
  file: 4,
  callRef: 5,
  stationId: 8,
  pages: 10,
  connected: 12,
  text: 13,
  dcs: 18,
};

/** Reads the log, or only its last bytes; returns null if we lack permission or it cannot be read. */
export async function readCallLog(
  settings: HylafaxSettings,
  lastBytes = MAX_LOG_BYTES,
): Promise<LoggedCall[] | null> {
  if (!settings.adminPassword) return null;
  let session: Session | undefined;
  try {
    session = await Session.open(settings, true);
    return parseLog(await session.retrieveEnd('log/xferfaxlog', lastBytes));
  } catch (error) {
    if (!(error instanceof HylafaxError)) throw error;
    // 550: no call has ever been logged.
    return error.code === 550 ? [] : null;
  } finally {
    session?.close();
  }
}

/** Parses the lines of the log; lines that are not calls are dropped. */
export function parseLog(text: Buffer): LoggedCall[] {
  return text
    .toString('latin1')
    .split('\n')
    .flatMap((line) => {
      const fields = line.split('\t');
      if (fields.length <= FIELD.text) return [];
      const at = (place: number): string => (fields[place] ?? '').replace(/^"(.*)"$/, '$1');
      return [
        {
          direction: at(FIELD.direction),
          modem: at(FIELD.modem),
          file: at(FIELD.file),
          callRef: at(FIELD.callRef),
          pages: Number(at(FIELD.pages)) || 0,
          text: at(FIELD.text).split(';', 1)[0]?.trim() ?? '',
          link: readSessionFacts({
            stationId: at(FIELD.stationId),
            connected: at(FIELD.connected),
            dcs: at(FIELD.dcs),
          }),
        },
      ];
    });
}

/** About the last hundred calls, which include one that has just ended. */
const LAST_BYTES = 32 * 1024;

/** Looks up calls of one server that have just ended. Calls that end together share one reading of the log. */
export class EndedCalls {
  readonly #settings: HylafaxSettings;
  #reading: Promise<unknown> | undefined;
  #next: Promise<LoggedCall[]> | undefined;

  constructor(settings: HylafaxSettings) {
    this.#settings = settings;
  }

  /** Returns a call of ours; undefined if it is not in the log or we may not read the log. */
  async find(callRef: string): Promise<LoggedCall | undefined> {
    if (!this.#settings.adminPassword) return undefined;
    const calls = await this.#readAfterNow();
    return calls.findLast((call) => call.direction === 'SEND' && call.callRef === callRef);
  }

  /** Reads the log again: a reading in progress may have begun before the call was logged, so the next one is used. */
  async #readAfterNow(): Promise<LoggedCall[]> {
    this.#next ??= (this.#reading ?? Promise.resolve()).then(async () => {
      this.#next = undefined;
      const read = readCallLog(this.#settings, LAST_BYTES).then((calls) => calls ?? []);
      this.#reading = read.catch(() => undefined); // Its own callers handle the error.
      return await read;
    });
    return await this.#next;
  }
}
