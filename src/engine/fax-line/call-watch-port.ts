/** What carries a fax over a SIP trunk: T.38 packets, or sound. */
export type CallMedia = 't38' | 'audio';

/** A step that a call has reached. `pages` counts those of this call that are confirmed. */
export type CallStep =
  | { step: 'dialing' | 'ringing' | 'answered' }
  | { step: 'media'; media: CallMedia }
  | { step: 'negotiated'; rate: number; ecm: boolean; stationId: string }
  | { step: 'page'; pages: number };

/** A signaling message of a call, in milliseconds since it began; `out` is from us. */
export interface TracedMessage {
  at: number;
  out: boolean;
  text: string;
}

/** A frame of T.30, or the data frames of a page in a row (`frames` and `bytes`). */
export interface TracedFrame {
  at: number;
  out: boolean;
  /** As T.30 calls it, like DIS. */
  name: string;
  /** The first bytes in hexadecimal; empty for data frames. */
  hex: string;
  frames?: number;
  bytes?: number;
}

/** How the network treated the packets of the far end. */
export interface MediaQuality {
  received: number;
  /** Those that did not come, and how many of them repair data brought back. */
  missed: number;
  repaired: number;
  /** The most that were missing in a row. */
  longest: number;
  /** Missing packets over time, each bar for so many seconds. */
  barSeconds: number;
  bars: number[];
}

/** Everything that passed between the two ends of a call, as far as it is kept. */
export interface CallTrace {
  messages: TracedMessage[];
  frames: TracedFrame[];
  media: { at: number; media: CallMedia }[];
  quality: MediaQuality | null;
  /** How the fax ended, in the engine's words: `OK`, or why not; empty when there was none. */
  end: string;
}

/** Observes a call in progress. Its methods must not throw or delay the call. */
export interface CallWatch {
  step(step: CallStep): void;
  /** Once, at its end. */
  trace(trace: CallTrace): void;
}
