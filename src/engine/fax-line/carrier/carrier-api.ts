import type { CallOutcome, OutgoingCall } from '../port.ts';
import type { ApiAnswer } from './api-client.ts';
import type { CarrierPace } from './pace.ts';

/** A fax as its carrier has it, in our words; a failure has the carrier's reason, empty while it gives none. */
export interface SeenFax {
  id: string;
  /** Our reference that it bears; null for one that is not ours. */
  callRef: string | null;
  status: 'on' | 'delivered' | 'failed';
  reason: string;
  /** Pages that went over, where the carrier says so. */
  pages: number | null;
}

/** What a line needs of a carrier: everything else about «never twice, never lost» is the same for all of them. */
export interface CarrierApi {
  readonly pace: Pick<CarrierPace, 'recovering' | 'restMs' | 'distrust'>;
  /** Whether it answers and takes our key. */
  ping(): Promise<ApiAnswer<unknown>>;
  /** Everything that comes before the order; gives its document, or how the call ended without one. */
  prepare(call: OutgoingCall): Promise<{ kind: 'ready'; document: CarrierDocument } | CallOutcome>;
  /** Orders the fax; when the connection stands, the call's `handOver` sends the order or holds it back. */
  order(call: OutgoingCall, document: CarrierDocument): Promise<ApiAnswer<{ id: string }>>;
  view(id: string): Promise<ApiAnswer<SeenFax>>;
  /** The latest faxes to a number (E.164), to find the one that bears our reference. */
  list(to: string, since: Date): Promise<ApiAnswer<SeenFax[]>>;
  /**
   * The list may be incomplete: a fax that is missing from it may have been ordered all the same, so it is not ordered
   * again unless a person decides to.
   */
  readonly listMayMiss?: true;
  /** Hangs up; undefined where the carrier has no such call: then a fax goes on to its end. */
  readonly cancel?: (id: string) => Promise<void>;
  /** The document is of no more use; nobody waits for this. */
  readonly tidy?: (call: Pick<OutgoingCall, 'jobId' | 'callRef'>) => void;
  /** How a fax that the carrier calls failed ended for the queue. */
  failed(reason: string, pagesSent: number | null, pages: number): CallOutcome;
  /** What a refusal is about: the number, the document, or us. */
  blames(refusal: Extract<ApiAnswer<unknown>, { kind: 'refused' }>): 'number' | 'document' | 'us';
}

/** The document as an order takes it: its bytes, or its name at the carrier. */
export type CarrierDocument = Uint8Array | string;
