import type { CallTrace, CallWatch } from '../call-watch-port.ts';
import type { LegEvent } from './media-leg.ts';
import type { SipAgent } from './signaling/agent.ts';

/**
 * Limits of a recording: a call has about twenty messages and, with 200 pages, a few thousand frames; a far end may
 * send any number.
 */
const MAX_MESSAGES = 200;
const MAX_MESSAGE_CHARS = 8_000;
const MAX_FRAMES = 4_000;

/** Password proofs are removed, even those that are valid for one call only (RFC 8760). */
const PROOFS = /^((?:proxy-)?authorization[ \t]*:).*(?:\r\n[ \t].*)*/gim;

/** Keys of encrypted audio (RFC 4568). */
const KEYS = /^(a=crypto:\d+ \S+ inline:)\S+/gim;

/** Records the exchange between the two ends of a call for its watch, in milliseconds since the recorder's creation. */
export class CallRecorder {
  /** The observer; set before the call is answered. */
  watch: CallWatch | undefined;
  readonly #began = performance.now();
  readonly #trace: CallTrace = { messages: [], frames: [], media: [], quality: null, end: '' };
  readonly #unwatch: (() => void)[] = [];
  /** When the leg's own clock started. */
  #legBegan = 0;
  #rings = false;

  constructor(watch?: CallWatch) {
    this.watch = watch;
  }

  /** Records the messages of a call from its agent until `done`. */
  follow(agent: SipAgent, callId: string): void {
    this.#unwatch.push(agent.watch(callId, this.message));
  }

  /** Records a signaling message, as it was on the wire. */
  readonly message = (out: boolean, text: string): void => {
    if (!this.#rings && /^SIP\/2\.0 18\d /.test(text)) {
      this.#rings = true;
      this.watch?.step({ step: 'ringing' });
    }
    if (this.#trace.messages.length === MAX_MESSAGES) return;
    const shown = text
      .slice(0, MAX_MESSAGE_CHARS)
      .replaceAll(PROOFS, '$1 (left out)')
      .replaceAll(KEYS, '$1(left out)');
    this.#trace.messages.push({ at: this.#now(), out, text: shown });
  };

  readonly answered = (): void => this.watch?.step({ step: 'answered' });

  /** Records an event of the leg. */
  readonly heard = (event: LegEvent): void => {
    if (!this.watch) return;
    const { frames, media } = this.#trace;
    if (event.ev === 'ready') this.#legBegan = this.#now();
    if (event.ev === 'quality') {
      const { ev: _, ...quality } = event;
      this.#trace.quality = quality;
    }
    if (event.ev === 'end') this.#trace.end = event.text;
    if (event.ev === 'page') this.watch.step({ step: 'page', pages: event.pages });
    if (event.ev === 'negotiated') {
      const { rate, ecm, stationId } = event;
      this.watch.step({ step: 'negotiated', rate, ecm, stationId });
    }
    if (event.ev === 'media') {
      media.push({ at: this.#now(), media: event.media });
      this.watch.step({ step: 'media', media: event.media });
    }
    if ((event.ev !== 'frame' && event.ev !== 'data') || frames.length === MAX_FRAMES) return;
    const at = this.#legBegan + Math.round(event.at * 1_000);
    if (event.ev === 'frame') frames.push({ at, out: !event.in, name: event.name, hex: event.hex });
    else frames.push({ at, out: !event.in, name: 'FCD', hex: '', frames: event.frames, bytes: event.bytes });
  };

  /** Ends the recording: the call is over, and all events have arrived. */
  readonly done = (): void => {
    for (const unwatch of this.#unwatch) unwatch();
    this.#trace.frames.sort((a, b) => a.at - b.at);
    this.watch?.trace(this.#trace);
  };

  #now(): number {
    return Math.round(performance.now() - this.#began);
  }
}
