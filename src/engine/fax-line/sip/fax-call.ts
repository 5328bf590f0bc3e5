import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';

import type { Dialog } from './signaling/dialog.ts';
import type { LegEnd, MediaLeg } from './media-leg.ts';
import { parseSdp, writeSdp } from './signaling/sdp.ts';
import type { AudioMedia, OurMedia, Repair, SessionMedia, T38Media } from './signaling/sdp.ts';
import type { SipSettings } from './settings.ts';

/** Dependencies of a call, whichever end we are. */
export interface FaxCallParts {
  settings: Pick<SipSettings, 't38' | 'maxRate' | 'codecs' | 'secure'>;
  /** Our media address. */
  address: string;
  leg: MediaLeg;
  /** Speed factor of the leg's clock. */
  speed: number;
  calling: boolean;
}

/** A caller hears the far end's fax machine before it requests T.38; a callee requests it soon after answering. */
const CALLER_ASKS_AFTER_MS = 4_000;
const CALLEE_ASKS_AFTER_MS = 300;
/** After the far end has hung up, its last frames may still be on their way. */
const LAST_FRAMES_MS = 300;
/** The sender of the pages normally hangs up; if it has not after this time, we do. */
const HANG_UP_AFTER_MS = 5_000;
/** Bytes of an AES-128 key and its salt (RFC 4568 6.1). */
const KEY_BYTES = 30;
/** No fax takes longer; a longer call is stuck. */
const LONGEST_MS = 3 * 3_600_000;

/** The media of one call: audio first, T.38 as soon as one end requests it (T.38 Annex D). */
export class FaxCall {
  readonly #parts: FaxCallParts;
  #version = 1;
  #t38: { repair: Repair; maxRate: number } | undefined;
  #codecs: SipSettings['codecs'];
  /** The key that encrypts our audio, if the line encrypts it. */
  readonly #key = randomBytes(KEY_BYTES).toString('base64');
  #tag = 1;

  constructor(parts: FaxCallParts) {
    this.#parts = parts;
    this.#codecs = parts.settings.codecs;
  }

  /** Returns the description that begins a call of ours. */
  offer(): string {
    const { t38, maxRate } = this.#parts.settings;
    return t38 === 'first' ? this.#describe({ repair: 'redundancy', maxRate }) : this.#describe(undefined);
  }

  /** Processes the far end's answer to `offer`; returns false if nothing in it can carry a fax. */
  begin(sdp: string): boolean {
    const answered = parseSdp(sdp);
    const { t38 } = answered;
    if (t38 && !this.#parts.settings.secure) {
      this.#switch(t38);
      return true;
    }
    return this.#hear(answered);
  }

  /**
   * Answers the offer of an incoming call; returns null if nothing in it can carry a fax. T.38 is accepted if it is
   * offered alone or beside audio, unless the line refuses it. `start` begins once the caller has acknowledged.
   */
  answer(offered: SessionMedia): { sdp: string; start(): void } | null {
    const { settings } = this.#parts;
    const { t38, lines } = offered;
    const audio = this.#soundOf(offered);
    if (t38 && !settings.secure && (settings.t38 !== 'refuse' || !audio)) {
      const ours = { repair: t38.repair, maxRate: Math.min(t38.maxRate, settings.maxRate) };
      return { sdp: this.#describe(ours, lines), start: () => this.#switch(t38) };
    }
    if (!audio) return null;
    this.#take(offered, audio);
    return { sdp: this.#describe(undefined, lines), start: () => this.#hear(offered) };
  }

  /** Follows an answered call to its end and hangs up; resolves when both the fax and the call are over. */
  async follow(dialog: Dialog): Promise<LegEnd> {
    const { leg, speed, calling, settings } = this.#parts;
    const hungUp = Promise.withResolvers<void>();
    dialog.onOffer = (offer) => this.#reoffered(offer);
    dialog.onEnd = () => {
      hungUp.resolve();
      setTimeout(() => leg.hungUp(), LAST_FRAMES_MS / speed);
    };
    const asks = settings.t38 === 'request' || (settings.t38 === 'accept' && !calling);
    const wait = (calling ? CALLER_ASKS_AFTER_MS : CALLEE_ASKS_AFTER_MS) / speed;
    const asking = asks ? setTimeout(() => void this.#ask(dialog), wait) : undefined;
    const stuck = setTimeout(() => leg.stop(), LONGEST_MS);
    const end = await leg.end;
    clearTimeout(asking);
    clearTimeout(stuck);
    if (!calling && !dialog.over) await Promise.race([hungUp.promise, pause(HANG_UP_AFTER_MS / speed)]);
    // Whether the far end still receives it does not matter to the fax.
    void dialog.end();
    return end;
  }

  async #ask(dialog: Dialog): Promise<void> {
    if (dialog.over || this.#t38) return;
    const { maxRate } = this.#parts.settings;
    const sdp = this.#describe({ repair: 'redundancy', maxRate });
    const answer = await dialog.offer(sdp, () => this.#t38 === undefined);
    const { t38 } = answer?.status === 200 ? parseSdp(answer.body) : {};
    // If it is refused, the call stays unchanged: the fax continues over audio.
    if (t38 && !this.#t38) this.#switch(t38);
  }

  #reoffered(offer: SessionMedia | null): string | null {
    if (!offer) return this.#describe(this.#t38);
    const { t38, lines } = offer;
    const { settings } = this.#parts;
    const audio = this.#soundOf(offer);
    if (t38 && settings.t38 !== 'refuse') {
      if (!this.#t38) this.#switch(t38);
      return this.#describe(this.#t38, lines);
    }
    if (!audio || this.#t38) return null;
    this.#take(offer, audio);
    this.#hear(offer);
    return this.#describe(undefined, lines);
  }

  /** Returns the audio of a description that this line may use: encrypted and plain audio never replace each other. */
  #soundOf({ audio, secure }: SessionMedia): AudioMedia | undefined {
    return this.#parts.settings.secure ? secure : audio;
  }

  /** Adopts the codec of an offer and the number of its key for our answer (RFC 4568 5.1.2). */
  #take({ secure }: SessionMedia, audio: AudioMedia): void {
    this.#codecs = [audio.codec];
    if (secure) this.#tag = secure.crypto.tag;
  }

  /** Starts with the audio of a description, or continues with it; returns false if it has none for this line. */
  #hear(media: SessionMedia): boolean {
    const { leg, settings } = this.#parts;
    if (!settings.secure && media.audio) leg.audio(media.audio);
    else if (settings.secure && media.secure) leg.secureAudio(media.secure, this.#key);
    else return false;
    return true;
  }

  #switch(media: T38Media): void {
    this.#t38 = { repair: media.repair, maxRate: Math.min(media.maxRate, this.#parts.settings.maxRate) };
    this.#parts.leg.t38(media);
  }

  #describe(t38: { repair: Repair; maxRate: number } | undefined, offered?: SessionMedia['lines']): string {
    const { address, leg, settings } = this.#parts;
    const sound = { port: leg.audioPort, codecs: this.#codecs };
    const live: OurMedia['live'] = t38
      ? { kind: 't38', port: leg.t38Port, ...t38 }
      : settings.secure
        ? { kind: 'secure', ...sound, crypto: { tag: this.#tag, key: this.#key } }
        : { kind: 'audio', ...sound };
    this.#version += 1;
    return writeSdp({ address, version: this.#version, live, ...(offered && { offered }) });
  }
}
