/**
 * A way out to the telephone world, as the sending queue sees it. Whatever the far side may do comes back as an
 * outcome, never as an exception. On-net faxes do not pass here: they are delivered by a database transaction.
 */

/** Kinds of lines that place calls; `onnet` is a line too, but one without a call. */
export type LineKind = 'hylafax' | 'telnyx' | 'simulator';

/** One call to place. Numbers are digits; the line itself writes them as its far side wants them. */
export interface OutgoingCall {
  jobId: number;
  /** Which call of this job it is, 1 to 5; a call that never reached the line does not count. */
  attempt: number;
  /** Our own name of the call, durable before it is placed: what the line is asked for after a crash. */
  callRef: string;
  from: { number: string; stationId: string };
  /** Ten digits for a North American number, else the digits of E.164. */
  to: string;
  pages: number;
  /** The class-F TIFF with its header line; read only when the line wants it. */
  tiff(): Promise<Uint8Array>;
  /** The far end has confirmed this many pages of the call so far. */
  onPage(confirmed: number): void;
}

/**
 * Why a call failed for now. LINE_FAULT is our side (no dial tone, server away): it says nothing about the number
 * and does not count as an attempt.
 */
export type RetryReason = 'BUSY' | 'NO_ANSWER' | 'NO_FAX_MACHINE' | 'DROPPED' | 'LINE_FAULT';

/** Why a call will never succeed. */
export type FinalReason = 'NUMBER_INVALID' | 'BARRED' | 'DECLINED' | 'DOCUMENT_REFUSED';

/**
 * How a call ended. `delivered` means that every page was confirmed. `uncertain` means that nobody can know whether
 * the rest arrived: it must never be dialled again by itself. `detail` is for the operator.
 */
export type CallOutcome =
  | { kind: 'delivered'; pages: number; remoteId?: string; detail?: string }
  | { kind: 'retry'; reason: RetryReason; pagesConfirmed: number; detail?: string }
  | { kind: 'final'; reason: FinalReason; pagesConfirmed: number; detail?: string }
  | { kind: 'uncertain'; pagesConfirmed: number; detail?: string };

/** A call that a killed process had begun; `pagesConfirmed` is what it had written down. */
export interface LostCall {
  jobId: number;
  callRef: string;
  to: string;
  pages: number;
  pagesConfirmed: number;
}

/** What became of a lost call; `never-placed` only where the line is sure, since the number is then dialled again. */
export type LostCallOutcome = CallOutcome | { kind: 'never-placed' };

/** Whether the line can place calls right now; `reason` is a sentence for the operator. */
export type LineHealth = { ok: true } | { ok: false; reason: string };

export interface FaxLine {
  readonly kind: LineKind;
  /** Whether this line takes calls to the number, given in E.164 with plus. */
  reaches(e164: string): boolean;
  /** Places one call and waits for its end. When `signal` aborts, the call is hung up and its outcome reported. */
  send(call: OutgoingCall, signal: AbortSignal): Promise<CallOutcome>;
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
