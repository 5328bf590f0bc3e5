import type { Answering } from './answering-port.ts';
import type { CallMedia, CallWatch } from './call-watch-port.ts';

/**
 * A line to the telephone network, as the sending queue sees it. Failures of the far side are returned as outcomes,
 * never thrown. On-net faxes do not use lines: a database transaction delivers them.
 */

/** One call to place. Numbers are digits; the line converts them for its far side. */
export interface OutgoingCall {
  jobId: number;
  /** Number of the call within its job, 1 to 5; a call that never reached the line does not count. */
  attempt: number;
  /** Our own ID of the call, durable before the call is placed: the line is asked for it after a crash. */
  callRef: string;
  from: { number: string; stationId: string };
  /** Ten digits for a North American number, otherwise 011 and the digits of E.164, as dialed from North America. */
  to: string;
  pages: number;
  /** The carrier's unsolicited reports about this call, if it sends any. */
  reports?: CallReports;
  /** Pages delivered by earlier calls of this job; only lines that can resume skip them. */
  skip?: number;
  /** Rows per inch of the pages: 196 if omitted, 98 if `standard`. */
  resolution?: 'standard' | undefined;
  /** Returns the class-F TIFF with its header line; read only when the line needs it. */
  tiff(): Promise<Uint8Array>;
  /**
   * Runs `command`, which hands the call over for good (the last command to a server, the order to a carrier), at the
   * moment when this process certainly still owns the call. A line calls it with everything prepared: pages uploaded,
   * connections open. False means that the command was not run and never may be: the line returns `never-placed`.
   */
  readonly handOver: (command: () => void) => Promise<boolean>;
  /** The line has paused, and this call finds out whether it accepts orders again. */
  afterRest?: boolean;
  /** Called when the far side accepts the order: a carrier that had rejected orders accepts them again. */
  onTaken?(): void;
  /** Called when the far end has confirmed this many pages of the document so far. */
  onPage(confirmed: number): void;
  /** Observes the call, on lines that report more than the result. */
  watch?: CallWatch | undefined;
}

/**
 * Why a call failed for now. LINE_FAULT is on our side (no dial tone, server unavailable): it says nothing about the
 * number and does not count as an attempt. OTHER is a failure that the line describes in words unknown to this version.
 */
export type RetryReason = 'BUSY' | 'NO_ANSWER' | 'NO_FAX_MACHINE' | 'DROPPED' | 'OTHER' | 'LINE_FAULT';

/** Why a call will never succeed. */
export type FinalReason = 'NUMBER_INVALID' | 'BARRED' | 'DECLINED' | 'DOCUMENT_REFUSED';

/**
 * How a call ended. `delivered` means that every page was confirmed. `uncertain` means that nobody can know whether the
 * rest arrived: it must never be redialed automatically. Pages are counted in the document; with `resume`, the next
 * call need not send the confirmed ones again. `detail` is for the operator.
 */
export type CallOutcome = (
  | { kind: 'delivered'; pages: number; remoteId?: string; detail?: string }
  | {
      kind: 'retry';
      reason: RetryReason;
      pagesConfirmed: number;
      resume?: true;
      detail?: string;
      /** How long the line should place no call at all: its carrier has asked for it or does not respond. */
      restMs?: number;
    }
  | { kind: 'final'; reason: FinalReason; pagesConfirmed: number; detail?: string }
  | { kind: 'uncertain'; pagesConfirmed: number; detail?: string }
) & { link?: CallLink };

/** How the two machines communicated, as far as the line knows. */
export interface CallLink {
  /** The medium of the fax, if there is a choice. */
  media?: CallMedia;
  /** Bits per second. */
  rate?: number;
  /** Whether damaged data was resent (T.30 Annex A). */
  ecm?: boolean;
  /** Time from the far end's answer to the hang-up. */
  seconds?: number;
  /** The far machine's station identification (T.30 5.3.6.2.4), as sent: the far end chooses it freely. */
  stationId?: string;
}

/** A call that continues without this process; the next one adopts it. */
export interface LeftCall {
  kind: 'left';
}

/** A call that the line certainly does not have and never will. */
export interface UnplacedCall {
  kind: 'never-placed';
}

/** Abort reason that means: this process ends or has lost the call; let the call continue if the line can. */
export const LEAVE_CALL = Symbol('leave the call to the line');

/** Whether an aborted call may continue without us. */
export function leavesCall(signal: AbortSignal): boolean {
  return signal.reason === LEAVE_CALL;
}

/** A call begun by a process that was killed; `pagesConfirmed` is what that process had recorded. */
export interface LostCall {
  jobId: number;
  callRef: string;
  to: string;
  pages: number;
  /** Pages delivered by earlier calls. */
  skip?: number;
  pagesConfirmed: number;
  reports?: CallReports;
}

/** The outcome of a lost call; `never-placed` only if the line is sure that it has not received it. */
export type LostCallOutcome = CallOutcome | LeftCall | UnplacedCall;

/** Whether the line can place calls now, or why not; `passing` ends in seconds, like a modem's reset after a call. */
export type LineHealth = { ok: true } | { ok: false; reason: string; passing?: boolean };

/** A fax that a line has received and keeps until told that the fax is safe. */
export interface WaitingArrival {
  /** The line's own name for the file. */
  name: string;
  pages: number;
  bytes: number;
  receivedAt: Date;
  /** Digits of the called number; empty if the network provides none. */
  called: string;
  caller: string;
  stationId: string;
  /** Why the fax is incomplete, in the line's words; empty if it is complete. */
  fault: string;
}

type Answer<T> = { kind: 'ok'; value: T } | { kind: 'failed'; reason: string };

/** A line's received faxes: each is fetched, stored, committed, and only then removed. */
export interface ArrivalSource {
  list(): Promise<Answer<WaitingArrival[]>>;
  fetch(arrival: WaitingArrival): Promise<Answer<Uint8Array>>;
  remove(arrival: WaitingArrival): Promise<Answer<void>>;
}

/** A carrier's report about one of our calls; `status` and `reason` are in the carrier's words. */
export interface CallReport {
  callRef: string;
  /** The carrier's ID of the fax. */
  faxRef: string;
  status: string;
  reason: string;
  /** Pages that were transmitted, if reported. */
  pages: number | null;
  /** When it happened; reports may arrive in another order. */
  at: Date;
}

/** The carrier's reports about one call. Every process of the installation can read them, and they survive crashes. */
export interface CallReports {
  /** Returns all reports so far, in chronological order. */
  read(): Promise<CallReport[]>;
  /** Resolves when there may be more reports, after `ms` milliseconds, or when the signal aborts. */
  wait(ms: number, signal: AbortSignal): Promise<void>;
}

/** A received fax that a carrier keeps for a short time, and its location. */
export interface AnnouncedFax {
  faxRef: string;
  mediaUrl: string;
  caller: string;
  called: string;
  at: Date;
  /** Why it is incomplete; empty if it is complete. */
  fault: string;
}

/** The meaning of a carrier's webhook; `later`: cannot be verified or read now. Repetitions have the same `eventId`. */
export type CarrierNotice =
  | { kind: 'refused'; reason: string }
  | { kind: 'later'; reason?: string }
  | { kind: 'report'; eventId: string; report: CallReport }
  | { kind: 'arrival'; eventId: string; fax: AnnouncedFax }
  | { kind: 'other'; eventId: string };

/** The pages of an announced fax. `strange`: something other than pages; after `hopeless`, no retry can succeed. */
export type FetchedMedia =
  | Answer<Uint8Array>
  | { kind: 'strange'; reason: string; bytes: Uint8Array }
  | { kind: 'hopeless'; reason: string };

/** The carrier side of a line whose carrier calls us to report events. */
export interface CarrierSide {
  /** The address at which the carrier calls us about this line. */
  readonly webhookUrl: string;
  /** Verifies and reads a notice: from the carrier, for us, and recent. The body is the raw bytes, which are signed. */
  readNotice(headers: Readonly<Record<string, unknown>>, body: Uint8Array): Promise<CarrierNotice>;
  /** Returns the pages of an announced fax, as the carrier made them (TIFF or PDF). */
  fetch(fax: Pick<AnnouncedFax, 'faxRef' | 'mediaUrl'>): Promise<FetchedMedia>;
}

export interface FaxLine {
  readonly carrier?: CarrierSide;
  /** Whether real telephones ring: a person who picks up must not be called five times. */
  readonly telephone: boolean;
  /** The line reports the progress of its calls, and can report their outcome whatever its configuration is now. */
  readonly tells?: true;
  /** The outcome of its calls is recorded only on the disk of the machine that placed them. */
  readonly knownHere?: true;
  /** Received faxes, if the line keeps them until they are fetched. */
  readonly arrivals?: ArrivalSource;
  /**
   * Starts to answer calls, if the line does so itself; one process of the installation does at a time. `stop` resolves
   * when calls in progress have ended; after that, another process may answer.
   */
  answer?(how: Answering): Promise<{ stop(): Promise<void> }>;
  /** A folder shared with the line's own scripts: our settings for answering calls, and a file `wake` for events. */
  readonly hooks?: string;
  /** Whether this line takes calls to the number, in E.164 with plus. */
  reaches(e164: string): boolean;
  /**
   * Places one call and waits for its end. When `signal` aborts, the call is hung up and its outcome returned; with the
   * reason LEAVE_CALL, a line that remembers its calls lets it continue and returns `left`. Nothing irreversible
   * happens outside of the call's `handOver`.
   */
  send(call: OutgoingCall, signal: AbortSignal): Promise<CallOutcome | LeftCall | UnplacedCall>;
  /** Finds out what became of a call after a crash; waits for its end if it is still in progress. */
  adopt(call: LostCall, signal: AbortSignal): Promise<LostCallOutcome>;
  check(): Promise<LineHealth>;
}

/** A line as stored; `config` is specific to its kind. */
export interface LineSettings {
  name: string;
  kind: string;
  pattern: string;
  config: unknown;
}

/** The adapter of a line, or a sentence that says why there is none. */
export type ChosenLine = { kind: 'ok'; line: FaxLine } | { kind: 'refused'; reason: string };

/** Returns the adapter of a line; the composition root passes `chooseLine`, tests pass their own lines. */
export type ChooseLine = (settings: LineSettings) => ChosenLine;
