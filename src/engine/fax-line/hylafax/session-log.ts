import type { WaitingArrival } from '../port.ts';
import { HylafaxError } from './connection.ts';
import type { Session } from './session.ts';

/**
 * What the log of one session (`log/c…`) says about a fax that came in. The server opens it when a call begins and
 * writes into it until the call and everything after it has ended.
 */
export interface ReceivingSession {
  modem: string;
  caller: string;
  called: string;
  stationId: string;
  /** Pages that were written to the file. */
  pages: number;
  /** The far end was told that its last page arrived. */
  confirmedAll: boolean;
  /** False where the server was killed. */
  ended: boolean;
  /** The file in `recvq` and why it is not whole (empty when it is): known once the call has ended. */
  result?: { file: string; fault: string };
}

/** Which modem took a fax, and why it is not whole; empty when it is. */
export interface SessionVerdict {
  modem: string;
  text: string;
}

/** The fault of a fax whose call the server did not outlive; for operators. */
export const SERVER_DIED = 'the fax server stopped during the call';

/** With every frame traced, a page takes about 15 kB. */
const MAX_LOG_BYTES = 8 * 1024 * 1024;

/** Sessions that are read for the faxes of one listing. */
const MAX_SESSIONS = 60;

/** A session ends after its last page; a page with a bad line takes some minutes. In milliseconds. */
const LONGEST_PAGE_MS = 20 * 60_000;
const CLOCK_GRAIN_MS = 5_000;

/** Reads the log of a session; undefined for one that received nothing. */
export function parseSessionLog(log: string): ReceivingSession | undefined {
  if (!/\]: RECV FAX: begin/.test(log)) return undefined;
  const found = (pattern: RegExp): string[] => pattern.exec(log)?.slice(1) ?? [];
  const [device = ''] = found(/DEVICE '\/dev\/([^']+)'/);
  const [caller = '', called = ''] = found(/\]: CallID: "([^"]*)"(?: "([^"]*)")?/);
  const [stationId = ''] = found(/\]: REMOTE TSI "(.*)"/);
  const [file, modem = '', fault = ''] = found(
    /RECV FAX: \S+ "recvq\/(fax\d{1,20}\.tif)" "([^"]*)" "[^"]*" "([^"]*)"/,
  );
  // A name has a bound, or a line of many beginnings is read to its end from each of them.
  const pages = [...log.matchAll(/\]: RECV FAX \(\d+\): from .{0,200}, page (\d+) in /g)].at(-1)?.[1];
  const signal = [...log.matchAll(/\]: RECV recv (MPS|EOM|EOP)\b/g)].at(-1);
  return {
    modem: modem || device.replaceAll('/', '_'),
    caller: caller.trim(),
    called: called.replaceAll(/\D/g, ''),
    stationId: stationId.trim(),
    pages: Number(pages ?? 0),
    confirmedAll: signal?.[1] === 'EOP' && log.includes('RECV send MCF', signal.index),
    ended: /\]: SESSION END/.test(log),
    ...(file !== undefined && { result: { file, fault: fault.trim() } }),
  };
}

/**
 * What the session of this fax says of it: the one that names its file, or else one that never ended, with the same
 * numbers, station and count of pages. Undefined where none is known.
 */
export function judgeBySession(
  arrival: WaitingArrival,
  sessions: readonly ReceivingSession[],
): SessionVerdict | undefined {
  const own = sessions.find(({ result }) => result?.file === arrival.name);
  if (own) return { modem: own.modem, text: own.result?.fault ?? '' };
  const dead = sessions.filter((one) => !one.ended && !one.result && isOf(one, arrival));
  const [first] = dead;
  // Of two calls of one sender that died, each is as good a witness; but both must say that a fax is whole.
  return first && { modem: first.modem, text: dead.every((one) => one.confirmedAll) ? '' : SERVER_DIED };
}

/** The server writes a page to the file before it logs it. */
function isOf(session: ReceivingSession, arrival: WaitingArrival): boolean {
  return (
    session.caller === arrival.caller &&
    (session.called === '' || session.called === arrival.called) &&
    (session.stationId === '' || session.stationId === arrival.stationId) &&
    (session.pages === arrival.pages || session.pages + 1 === arrival.pages)
  );
}

/** The sessions that may have received these faxes, by when they were last written to. Throws HylafaxError. */
export async function readSessions(
  session: Session,
  arrivals: readonly WaitingArrival[],
): Promise<ReceivingSession[]> {
  const wanted = (await listSessions(session)).filter(({ at }) =>
    arrivals.some(({ receivedAt }) => {
      const after = at - receivedAt.getTime();
      return after >= -CLOCK_GRAIN_MS && after <= LONGEST_PAGE_MS;
    }),
  );
  const read: ReceivingSession[] = [];
  for (const { name, bytes } of wanted.toSorted((a, b) => a.at - b.at).slice(0, MAX_SESSIONS)) {
    if (bytes > MAX_LOG_BYTES) continue;
    // It may still grow.
    const log = await orNone(async () => await session.retrieve(`log/${name}`, 2 * MAX_LOG_BYTES));
    const parsed = log && parseSessionLog(log.toString('latin1'));
    if (parsed) read.push(parsed);
  }
  return read;
}

/** A session log as the server lists it. */
interface ListedLog {
  name: string;
  bytes: number;
  /** When it was last written to, in milliseconds since 1970. */
  at: number;
}

async function listSessions(session: Session): Promise<ListedLog[]> {
  await session.must('FILEFMT "%f|%s|%m"');
  const lines = (await orNone(async () => await session.list('log'))) ?? [];
  return lines.flatMap((line) => parseListedLog(line) ?? []);
}

/** Reads one line of the listing of logs; undefined for what is no log of a session. */
export function parseListedLog(line: string): ListedLog | undefined {
  const [, name = '', bytes, at] = /^(c\d{1,20})\|(\d+)\|(.+)$/.exec(line) ?? [];
  // As asctime(3) writes it, in the zone that the session has asked for.
  const written = Date.parse(`${at} GMT`);
  return name === '' || Number.isNaN(written) ? undefined : { name, bytes: Number(bytes), at: written };
}

/** Null where there is nothing that we may read. */
async function orNone<T>(read: () => Promise<T>): Promise<T | null> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof HylafaxError && error.code === 550) return null;
    throw error;
  }
}
