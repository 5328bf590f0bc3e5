import type { Answering } from './answering-port.ts';
import type { CallMedia, CallWatch } from './call-watch-port.ts';

/**
 * A way out to the telephone world, as the sending queue sees it. Whatever the far side may do comes back as an
 * outcome, never as an exception. On-net faxes do not pass here: they are delivered by a database transaction.
 */

/** One call to place. Numbers are digits; the line itself writes them as its far side wants them. */
export interface OutgoingCall {
  jobId: number;
  /** Which call of this job it is, 1 to 5; a call that never reached the line does not count. */
  attempt: number;
  /** Our own name of the call, durable before it is placed: what the line is asked for after a crash. */
  callRef: string;
  from: { number: string; stationId: string };
  /** Ten digits for a North American number, else 011 and the digits of E.164, as such calls are dialled from there. */
  to: string;
  pages: number;
  /** What the carrier tells about this call by itself, where it does. */
  reports?: CallReports;
  /** Pages that earlier calls of this job have brought over; only lines that resume leave them out. */
  skip?: number;
  /** Rows per inch of the pages: 196 when left out, else 98. */
  resolution?: 'standard' | undefined;
  /** The class-F TIFF with its header line; read only when the line wants it. */
  tiff(): Promise<Uint8Array>;
  /**
   * Runs `command`, which hands the call over for good (the last command to a server, the order to a carrier), in the
   * moment in which it is sure that this process still owns the call. A line asks with everything prepared: pages
   * uploaded, connections open. False means that the command was not run and never may be: the line answers
   * `never-placed`.
   */
  readonly handOver: (command: () => void) => Promise<boolean>;
  /** The line has rested, and this call is the one that finds out whether it takes orders again. */
  afterRest?: boolean;
  /** The far side has taken the order: a carrier that had refused orders takes them again. */
  onTaken?(): void;
  /** The far end has confirmed this many pages of the document so far. */
  onPage(confirmed: number): void;
  /** Observes the call, on lines that report more than the result. */
  watch?: CallWatch | undefined;
}

/**
 * Why a call failed for now. LINE_FAULT is our side (no dial tone, server away): it says nothing about the number
 * and does not count as an attempt. OTHER is a failure that the line names with words which this version does not know.
 */
export type RetryReason = 'BUSY' | 'NO_ANSWER' | 'NO_FAX_MACHINE' | 'DROPPED' | 'OTHER' | 'LINE_FAULT';

/** Why a call will never succeed. */
export type FinalReason = 'NUMBER_INVALID' | 'BARRED' | 'DECLINED' | 'DOCUMENT_REFUSED';

/**
 * How a call ended. `delivered` means that every page was confirmed. `uncertain` means that nobody can know whether
 * the rest arrived: it must never be dialled again by itself. Pages are counted in the document; with `resume`, the
 * next call need not bring the confirmed ones again. `detail` is for the operator.
 */
export type CallOutcome = (
  | { kind: 'delivered'; pages: number; remoteId?: string; detail?: string }
  | {
      kind: 'retry';
      reason: RetryReason;
      pagesConfirmed: number;
      resume?: true;
      detail?: string;
      /** The line wants no call at all for so long: its carrier has said so, or does not answer. */
      restMs?: number;
    }
  | { kind: 'final'; reason: FinalReason; pagesConfirmed: number; detail?: string }
  | { kind: 'uncertain'; pagesConfirmed: number; detail?: string }
) & { link?: CallLink };

/** How two machines talked, where the line knows. */
export interface CallLink {
  /** What carried the fax, where there is a choice. */
  media?: CallMedia;
  /** Bits a second. */
  rate?: number;
  /** Whether damaged data was repeated (T.30 Annex A). */
  ecm?: boolean;
  /** From the far end's answer to the hang-up. */
  seconds?: number;
  /** What the far machine calls itself (T.30 5.3.6.2.4), as it was sent: the far end chooses it freely. */
  stationId?: string;
}

/** A call that goes on without this process; the next one adopts it. */
export interface LeftCall {
  kind: 'left';
}

/** A call that the line surely has not got, and will not get any more. */
export interface UnplacedCall {
  kind: 'never-placed';
}

/** The reason of an abort that means: this process ends or has lost the call, let it go on if the line can. */
export const LEAVE_CALL = Symbol('leave the call to the line');

/** Whether an aborted call may go on without us. */
export function leavesCall(signal: AbortSignal): boolean {
  return signal.reason === LEAVE_CALL;
}

/** A call that a killed process had begun; `pagesConfirmed` is what it had written down. */
export interface LostCall {
  jobId: number;
  callRef: string;
  to: string;
  pages: number;
  /** Pages that calls before it had brought over. */
  skip?: number;
  pagesConfirmed: number;
  reports?: CallReports;
}

/** What became of a lost call; `never-placed` only where the line is sure that it has not got it so far. */
export type LostCallOutcome = CallOutcome | LeftCall | UnplacedCall;

/** Whether the line can place calls now, or a sentence why not; `passing` goes in seconds, like the rest of a modem after a call. */
export type LineHealth = { ok: true } | { ok: false; reason: string; passing?: boolean };

/** A fax that a line has received and keeps until it is told that the fax is safe. */
export interface WaitingArrival {
  /** The line's own name of its file. */
  name: string;
  pages: number;
  bytes: number;
  receivedAt: Date;
  /** Digits of the called number; empty when the network names none. */
  called: string;
  caller: string;
  stationId: string;
  /** Why the fax is not whole, in the line's words; empty when it is. */
  fault: string;
}

type Answer<T> = { kind: 'ok'; value: T } | { kind: 'failed'; reason: string };

/** What a line has received: fetched, stored, committed, and only then removed. */
export interface ArrivalSource {
  list(): Promise<Answer<WaitingArrival[]>>;
  fetch(arrival: WaitingArrival): Promise<Answer<Uint8Array>>;
  remove(arrival: WaitingArrival): Promise<Answer<void>>;
}

/** One thing that a carrier tells about a call of ours; `status` and `reason` are its own words. */
export interface CallReport {
  callRef: string;
  /** The carrier's name of the fax. */
  faxRef: string;
  status: string;
  reason: string;
  /** Pages that went over, where it says so. */
  pages: number | null;
  /** When it happened, which is not the order in which it is told. */
  at: Date;
}

/** What a carrier has told about one call. It reaches any process of the installation, and is kept over crashes. */
export interface CallReports {
  /** Everything so far, in the order in which it happened. */
  read(): Promise<CallReport[]>;
  /** Resolves when there may be more, after so many milliseconds, or when the signal aborts. */
  wait(ms: number, signal: AbortSignal): Promise<void>;
}

/** A received fax that a carrier keeps for a short time, and where. */
export interface AnnouncedFax {
  faxRef: string;
  mediaUrl: string;
  caller: string;
  called: string;
  at: Date;
  /** Why it is not whole; empty when it is. */
  fault: string;
}

/** What a carrier's call to us says; `later`: it cannot be proved or read now. `eventId` is the same at every repetition. */
export type CarrierNotice =
  | { kind: 'refused'; reason: string }
  | { kind: 'later'; reason?: string }
  | { kind: 'report'; eventId: string; report: CallReport }
  | { kind: 'arrival'; eventId: string; fax: AnnouncedFax }
  | { kind: 'other'; eventId: string };

/**
 * The pages of an announced fax. `strange` is something else than pages, as it came; after `hopeless` no further try
 * can bring them.
 */
export type FetchedMedia =
  | Answer<Uint8Array>
  | { kind: 'strange'; reason: string; bytes: Uint8Array }
  | { kind: 'hopeless'; reason: string };

/** Lines of carriers that call us to tell what happens. */
export interface CarrierSide {
  /** Where the carrier reaches us about this line. */
  readonly webhookUrl: string;
  /** Proves that the carrier says this, now, to us, and reads it. The body is the bytes that came: they are signed. */
  readNotice(headers: Readonly<Record<string, unknown>>, body: Uint8Array): Promise<CarrierNotice>;
  /** The pages of an announced fax, as the carrier made them (TIFF or PDF). */
  fetch(fax: Pick<AnnouncedFax, 'faxRef' | 'mediaUrl'>): Promise<FetchedMedia>;
}

export interface FaxLine {
  readonly carrier?: CarrierSide;
  /** Whether real telephones ring: a person who picks up must not be called five times. */
  readonly telephone: boolean;
  /** It tells how its calls go, to whoever watches them, and what became of them whatever its configuration is now. */
  readonly tells?: true;
  /** What became of its calls is written on the disk of the machine that placed them, and nowhere else. */
  readonly knownHere?: true;
  /** Received faxes, where the line keeps them until they are fetched. */
  readonly arrivals?: ArrivalSource;
  /**
   * Begins to answer calls, where the line does so itself; one process of the installation does at a time. After `stop`,
   * which resolves when the calls that are on have ended, another one may.
   */
  answer?(how: Answering): Promise<{ stop(): Promise<void> }>;
  /** A folder shared with the line's own scripts: what they answer calls with goes in, a file `wake` changes at events. */
  readonly hooks?: string;
  /** Whether this line takes calls to the number, given in E.164 with plus. */
  reaches(e164: string): boolean;
  /**
   * Places one call and waits for its end. When `signal` aborts, the call is hung up and its outcome reported; with
   * the reason LEAVE_CALL a line that remembers its calls lets it go on and says that it is left. Nothing irreversible
   * happens outside of the call's `handOver`.
   */
  send(call: OutgoingCall, signal: AbortSignal): Promise<CallOutcome | LeftCall | UnplacedCall>;
  /** Asks after a crash what became of a call, waiting for its end when it still goes on. */
  adopt(call: LostCall, signal: AbortSignal): Promise<LostCallOutcome>;
  check(): Promise<LineHealth>;
}

/** A line as it is stored; `config` is the kind's own matter. */
export interface LineSettings {
  name: string;
  kind: string;
  pattern: string;
  config: unknown;
}

/** The adapter of a line, or a sentence that says why there is none. */
export type ChosenLine = { kind: 'ok'; line: FaxLine } | { kind: 'refused'; reason: string };

/** Gives the adapter of a line; the composition root passes `chooseLine`, tests pass lines of their own. */
export type ChooseLine = (settings: LineSettings) => ChosenLine;
