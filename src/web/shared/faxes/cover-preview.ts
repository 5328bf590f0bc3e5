import { useEffect, useRef, useState } from 'react';
import { coverPreview } from '#contract/faxes/cover-pages.ts';
import type { BodyIn } from '#contract/kit/call.ts';
import { ApiError } from '#web/kit/api-error.ts';
import { callForFile } from '#web/kit/call-api.ts';

/** The contents of a preview. */
export type PreviewRequest = BodyIn<typeof coverPreview>;

/**
 * The pause in typing before a picture is requested, because nobody looks up after each letter. Including the
 * rendering, the picture appears within 300 ms of the last letter.
 */
const PAUSE_MS = 150;
/** The wait after a 429 response that does not say how long to wait. */
const AGAIN_MS = 1000;
/** The first and the longest wait before a retry while the network or the server is away. */
const AWAY_MS = 2000;
const LONGEST_AWAY_MS = 60_000;

/** The picture of a cover page while it is being written. */
export interface CoverPicture {
  /** The URL of the last picture that could be rendered; null before the first. */
  url: string | null;
  /** Whether the picture is out of date because the current text could not be rendered. */
  failed: boolean;
}

/**
 * Renders a cover page on the server whenever the request changes: after a pause, one at a time, and only the newest
 * request. The last picture stays until the next one arrives.
 */
export function useCoverPreview(request: PreviewRequest | null): CoverPicture {
  const [picture, setPicture] = useState<CoverPicture>({ url: null, failed: false });
  const url = useRef<string | null>(null);
  const drawing = useRef<Drawing | null>(null);
  useEffect(() => {
    const mine = new Drawing({
      drawn: (image) => {
        if (url.current !== null) URL.revokeObjectURL(url.current);
        url.current = URL.createObjectURL(image);
        setPicture({ url: url.current, failed: false });
      },
      failed: () => setPicture({ url: url.current, failed: true }),
    });
    drawing.current = mine;
    const onOnline = () => mine.again();
    addEventListener('online', onOnline);
    return () => {
      removeEventListener('online', onOnline);
      mine.stop();
      if (url.current !== null) URL.revokeObjectURL(url.current);
    };
  }, []);
  const asked = request === null ? null : JSON.stringify(request);
  useEffect(() => {
    if (asked === null) return undefined;
    const timer = setTimeout(() => drawing.current?.ask(asked), url.current === null ? 0 : PAUSE_MS);
    return () => clearTimeout(timer);
  }, [asked]);
  return picture;
}

/**
 * Requests one picture at a time: the server keeps rendering after a call is aborted, and soon rejects further ones. Of
 * the requests made meanwhile, only the newest follows.
 */
class Drawing {
  readonly #tell: { drawn: (image: Blob) => void; failed: () => void };
  readonly #stopped = new AbortController();
  #wanted: string | null = null;
  #busy = false;
  /** The request that failed because the network or the server was away, until its retry. */
  #missed: { asked: string; timer: ReturnType<typeof setTimeout> } | null = null;
  #pauseMs = AWAY_MS;

  constructor(tell: { drawn: (image: Blob) => void; failed: () => void }) {
    this.#tell = tell;
  }

  ask(asked: string): void {
    this.#forgetMissed();
    this.#wanted = asked;
    if (!this.#busy) void this.#work();
  }

  /** Retries the failed request at once, if there is one. */
  again(): void {
    if (this.#missed !== null) this.ask(this.#missed.asked);
  }

  stop(): void {
    this.#forgetMissed();
    this.#stopped.abort();
  }

  #forgetMissed(): void {
    clearTimeout(this.#missed?.timer);
    this.#missed = null;
  }

  #tryLater(asked: string): void {
    this.#missed = { asked, timer: setTimeout(() => this.again(), this.#pauseMs) };
    this.#pauseMs = Math.min(2 * this.#pauseMs, LONGEST_AWAY_MS);
  }

  async #work(): Promise<void> {
    this.#busy = true;
    while (this.#wanted !== null && !this.#stopped.signal.aborted) {
      const asked = this.#wanted;
      this.#wanted = null;
      await this.#draw(asked);
    }
    this.#busy = false;
  }

  async #draw(asked: string): Promise<void> {
    const { signal } = this.#stopped;
    try {
      const body = JSON.parse(asked) as PreviewRequest;
      const image = await callForFile(coverPreview, { body, signal });
      this.#pauseMs = AWAY_MS;
      if (!signal.aborted) this.#tell.drawn(image);
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof ApiError && error.status === 429) {
        // Another tab renders, too: this request runs a little later, and the user need not see an error.
        const { retryAfterMs } = error;
        await new Promise((next) => setTimeout(next, retryAfterMs ?? AGAIN_MS));
        this.#wanted ??= asked;
      } else if (this.#wanted === null) {
        this.#tell.failed();
        if (isAway(error)) this.#tryLater(asked);
      }
    }
  }
}

/** Returns whether the same request may succeed later: there was no response, or the server has a problem. */
function isAway(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status >= 500);
}
