import { HylafaxError } from './connection.ts';
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
}

/** The log grows until its monthly rotation. */
const MAX_LOG_BYTES = 64 * 1024 * 1024;

/** The last thousand calls or so: enough for what has just arrived. */
export const RECENT_BYTES = 256 * 1024;

/** Places of the fields in a line, which tabs keep apart. */
const FIELD = { direction: 1, modem: 3, file: 4, callRef: 5, pages: 10, text: 13 };

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

function parseLog(text: Buffer): LoggedCall[] {
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
        },
      ];
    });
}
