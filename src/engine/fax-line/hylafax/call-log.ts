import type { CallLink } from '../port.ts';
import { HylafaxError } from './connection.ts';
import { readSessionFacts } from './session-facts.ts';
import { Session } from './session.ts';
import type { HylafaxSettings } from './settings.ts';

/** A call in the server's own log (hylafax-log(5)); fields that are only of one direction are empty in the other. */
export interface LoggedCall {
  direction: string;
  modem: string;
  /** The file of a received fax, `recvq/…`. */
  file: string;
  /** Our own name of a call that we asked for. */
  callRef: string;
  pages: number;
  /** How it ended; empty when all went well. */
  text: string;
  link: CallLink;
}

/** The log grows until its monthly rotation. */
const MAX_LOG_BYTES = 64 * 1024 * 1024;

/** The last thousand calls or so: enough for what has just arrived. */
export const RECENT_BYTES = 256 * 1024;

/** Places of the fields in a line, which tabs keep apart; the last one is missing in logs of old servers. */
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

/** Reads the log, or only its last bytes; null where we may not, or it is unreadable. */
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
    // 550: no call was ever logged.
    return error.code === 550 ? [] : null;
  } finally {
    session?.close();
  }
}

/** Reads lines of the log; what is no line of a call is left out. */
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

/** The last hundred calls or so: one that has just ended is among them. */
const LAST_BYTES = 32 * 1024;

/** How the calls of one server went that have just ended. Calls that end together are answered by one reading. */
export class EndedCalls {
  readonly #settings: HylafaxSettings;
  #reading: Promise<unknown> | undefined;
  #next: Promise<LoggedCall[]> | undefined;

  constructor(settings: HylafaxSettings) {
    this.#settings = settings;
  }

  /** A call of ours; undefined where the log is not ours to read. */
  async find(callRef: string): Promise<LoggedCall | undefined> {
    if (!this.#settings.adminPassword) return undefined;
    const calls = await this.#readAfterNow();
    return calls.findLast((call) => call.direction === 'SEND' && call.callRef === callRef);
  }

  /** A reading that is under way may have begun before the call was written down: the one after it has it for sure. */
  async #readAfterNow(): Promise<LoggedCall[]> {
    this.#next ??= (this.#reading ?? Promise.resolve()).then(async () => {
      this.#next = undefined;
      const read = readCallLog(this.#settings, LAST_BYTES).then((calls) => calls ?? []);
      this.#reading = read.catch(() => undefined); // Whoever waits for it hears of it.
      return await read;
    });
    return await this.#next;
  }
}
