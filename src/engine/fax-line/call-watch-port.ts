/** The medium of a fax over a SIP trunk: T.38 packets, or audio. */
export type CallMedia = 't38' | 'audio';

/** A step that a call has reached. `pages` counts the confirmed pages of this call. */
export type CallStep =
  | { step: 'dialing' | 'ringing' | 'answered' }
  | { step: 'media'; media: CallMedia }
  | { step: 'negotiated'; rate: number; ecm: boolean; stationId: string }
  | { step: 'page'; pages: number };

/** A signaling message of a call, in milliseconds since the call began; `out` means that we sent it. */
export interface TracedMessage {
  at: number;
  out: boolean;
  text: string;
}

/** A T.30 frame, or a run of a page's data frames (`frames` and `bytes`). */
export interface TracedFrame {
  at: number;
  out: boolean;
  /** The T.30 name, such as DIS. */
  name: string;
  /** The first bytes in hexadecimal; empty for data frames. */
  hex: string;
  frames?: number;
  bytes?: number;
}

/** Packet loss on the way from the far end. */
export interface MediaQuality {
  received: number;
  /** Packets that did not arrive, and how many of them were repaired from redundant data. */
  missed: number;
  repaired: number;
  /** The longest run of missing packets. */
  longest: number;
  /** Missing packets over time; each bar covers `barSeconds`. */
  barSeconds: number;
  bars: number[];
}

/** The recorded exchange between the two ends of a call. */
export interface CallTrace {
  messages: TracedMessage[];
  frames: TracedFrame[];
  media: { at: number; media: CallMedia }[];
  quality: MediaQuality | null;
  /** How the fax ended, in the engine's words: `OK` or the reason; empty if there was no fax. */
  end: string;
}

/** Observes a call in progress. Its methods must not throw or delay the call. */
export interface CallWatch {
  step(step: CallStep): void;
  /** Called once, when the call has ended. */
  trace(trace: CallTrace): void;
}
