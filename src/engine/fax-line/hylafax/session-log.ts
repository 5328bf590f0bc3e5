import type { WaitingArrival } from '../port.ts';
import { HylafaxError } from './connection.ts';
import type { Session } from './session.ts';

/**
 * The facts about a received fax from the log of one session (`log/c…`). The server opens the log when a call begins
 * and writes to it until the call and everything after it has ended.
 */
export interface ReceivingSession {
  modem: string;
  caller: string;
  called: string;
  stationId: string;
  /** Pages that were written to the file. */
  pages: number;
  /** Whether the far end was told that its last page arrived. */
  confirmedAll: boolean;
  /** False if the server was killed. */
  ended: boolean;
  /** The file in `recvq` and why it is incomplete (empty if it is complete); known once the call has ended. */
  result?: { file: string; fault: string };
}

/** Which modem received a fax, and why it is incomplete; empty if it is complete. */
export interface SessionVerdict {
  modem: string;
  text: string;
}

/** The fault of a fax during whose call the server died; shown to operators. */
export const SERVER_DIED = 'the fax server stopped during the call';

/** Size limit of a session log in bytes; with every frame traced, a page takes about 15 kB. */
const MAX_LOG_BYTES = 8 * 1024 * 1024;

/** How many sessions are read for the faxes of one listing. */
const MAX_SESSIONS = 60;

/**
 * Longest time between a fax and the end of its session, in milliseconds: a session ends after its last page, and a
 * page on a bad line takes some minutes.
 */
const LONGEST_PAGE_MS = 20 * 60_000;
const CLOCK_GRAIN_MS = 5_000;

/** Parses the log of a session; returns undefined for one that received nothing. */
export function parseSessionLog(log: string): ReceivingSession | undefined {
  if (!/\]: RECV FAX: begin/.test(log)) return undefined;
  const found = (pattern: RegExp): string[] => pattern.exec(log)?.slice(1) ?? [];
  const [device = ''] = found(/DEVICE '\/dev\/([^']+)'/);
  const [caller = '', called = ''] = found(/\]: CallID: "([^"]*)"(?: "([^"]*)")?/);
  const [stationId = ''] = found(/\]: REMOTE TSI "(.*)"/);
  const [file, modem = '', fault = ''] = found(
    /RECV FAX: \S+ "recvq\/(fax\d{1,20}\.tif)" "([^"]*)" "[^"]*" "([^"]*)"/,
  );
  // The length is bounded; otherwise a line with many possible beginnings would be scanned to its end from each of
  // them.
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
 * Returns the verdict of a fax's session: the one that names its file, or else an unfinished one with the same numbers,
 * station and page count. Undefined if there is none.
 */
export function judgeBySession(
  arrival: WaitingArrival,
  sessions: readonly ReceivingSession[],
): SessionVerdict | undefined {
  const own = sessions.find(({ result }) => result?.file === arrival.name);
  if (own) return { modem: own.modem, text: own.result?.fault ?? '' };
  const dead = sessions.filter((one) => !one.ended && !one.result && isOf(one, arrival));
  const [first] = dead;
  // Two dead calls of the same sender cannot be told apart, so the fax counts as complete only if both were confirmed.
  return first && { modem: first.modem, text: dead.every((one) => one.confirmedAll) ? '' : SERVER_DIED };
}

/**
 * Whether the session may belong to the arrival; the counts may differ by one, because the server writes a page to the
 * file before it logs it.
 */
function isOf(session: ReceivingSession, arrival: WaitingArrival): boolean {
  return (
    session.caller === arrival.caller &&
    (session.called === '' || session.called === arrival.called) &&
    (session.stationId === '' || session.stationId === arrival.stationId) &&
    (session.pages === arrival.pages || session.pages + 1 === arrival.pages)
  );
}

/** Returns the sessions that may have received these faxes, by the time of their last write. Throws HylafaxError. */
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

/** A session log as listed by the server. */
interface ListedLog {
  name: string;
  bytes: number;
  /** When it was last written, in milliseconds since 1970. */
  at: number;
}

async function listSessions(session: Session): Promise<ListedLog[]> {
  await session.must('FILEFMT "%f|%s|%m"');
  const lines = (await orNone(async () => await session.list('log'))) ?? [];
  return lines.flatMap((line) => parseListedLog(line) ?? []);
}

/** Parses one line of the listing of logs; returns undefined if it is not a session log. */
export function parseListedLog(line: string): ListedLog | undefined {
  const [, name = '', bytes, at] = /^(c\d{1,20})\|(\d+)\|(.+)$/.exec(line) ?? [];
  // In the format of asctime(3), in the time zone that the session requested.
  const written = Date.parse(`${at} GMT`);
  return name === '' || Number.isNaN(written) ? undefined : { name, bytes: Number(bytes), at: written };
}

/** Returns null if there is nothing that we may read. */
async function orNone<T>(read: () => Promise<T>): Promise<T | null> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof HylafaxError && error.code === 550) return null;
    throw error;
  }
}
