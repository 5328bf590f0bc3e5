import type { CallOutcome, OutgoingCall } from '../port.ts';
import type { ApiAnswer } from './api-client.ts';
import type { CarrierPace } from './pace.ts';

/** A fax as listed by its carrier, in our terms; a failed one has the carrier's reason, empty while there is none. */
export interface SeenFax {
  id: string;
  /** Our reference in it; null if the fax is not ours. */
  callRef: string | null;
  status: 'on' | 'delivered' | 'failed';
  reason: string;
  /** Pages that were transmitted, if the carrier reports it. */
  pages: number | null;
}

/** The carrier API that a line needs: everything else about “never twice, never lost” is the same for all carriers. */
export interface CarrierApi {
  readonly pace: Pick<CarrierPace, 'recovering' | 'restMs' | 'distrust'>;
  /** Checks whether the carrier responds and accepts our key. */
  ping(): Promise<ApiAnswer<unknown>>;
  /** Does everything that precedes the order; returns its document, or the outcome of the call if there is none. */
  prepare(call: OutgoingCall): Promise<{ kind: 'ready'; document: CarrierDocument } | CallOutcome>;
  /** Orders the fax. Once the connection is open, the call's `handOver` sends the order or holds it back. */
  order(call: OutgoingCall, document: CarrierDocument): Promise<ApiAnswer<{ id: string }>>;
  view(id: string): Promise<ApiAnswer<SeenFax>>;
  /** Returns the latest faxes to a number (E.164), to find the one with our reference. */
  list(to: string, since: Date): Promise<ApiAnswer<SeenFax[]>>;
  /**
   * The list may be incomplete: a fax that is missing from it may still have been ordered, so it is not ordered again
   * unless a person decides to.
   */
  readonly listMayMiss?: true;
  /** Hangs up; undefined if the carrier has no such call: a fax then runs to its end. */
  readonly cancel?: (id: string) => Promise<void>;
  /** Removes the document, which is no longer needed; nobody waits for this. */
  readonly tidy?: (call: Pick<OutgoingCall, 'jobId' | 'callRef'>) => void;
  /** Returns the queue's outcome for a fax that failed according to the carrier. */
  failed(reason: string, pagesSent: number | null, pages: number): CallOutcome;
  /** Whether a refusal is about the number, the document, or us. */
  blames(refusal: Extract<ApiAnswer<unknown>, { kind: 'refused' }>): 'number' | 'document' | 'us';
}

/** The document of an order: its bytes, or its name at the carrier. */
export type CarrierDocument = Uint8Array | string;
