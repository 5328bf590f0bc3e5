import { useEffect, useRef, useState } from 'react';
import { coverPreview } from '#contract/faxes/cover-pages.ts';
import type { BodyIn } from '#contract/kit/call.ts';
import { ApiError } from '#web/kit/api-error.ts';
import { callForFile } from '#web/kit/call-api.ts';

/** What is to be drawn. */
export type PreviewRequest = BodyIn<typeof coverPreview>;

/** Nobody looks up after each letter. With the drawing, the picture is there within 300 ms of the last one. */
const PAUSE_MS = 150;
/** When a server that is asked too much does not say how long to wait. */
const AGAIN_MS = 1000;

/** The picture of a cover page while it is being written. */
export interface CoverPicture {
  /** The address of the last picture that could be drawn; null before the first. */
  url: string | null;
  /** The picture does not show what is written now, because it cannot be drawn. */
  failed: boolean;
}

/**
 * Draws a cover page on the server whenever what is asked for has changed: after a pause, one at a time, and only the
 * newest. The last picture stays until the next one is there.
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
    return () => {
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
 * Asks for one drawing at a time: a call that is given up goes on being drawn by the server, which soon refuses more of
 * them. What was asked for meanwhile comes next, the newest only.
 */
class Drawing {
  readonly #tell: { drawn: (image: Blob) => void; failed: () => void };
  readonly #stopped = new AbortController();
  #wanted: string | null = null;
  #busy = false;

  constructor(tell: { drawn: (image: Blob) => void; failed: () => void }) {
    this.#tell = tell;
  }

  ask(asked: string): void {
    this.#wanted = asked;
    if (!this.#busy) void this.#work();
  }

  stop(): void {
    this.#stopped.abort();
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
      if (!signal.aborted) this.#tell.drawn(image);
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof ApiError && error.status === 429) {
        // Another tab draws, too: it is this one's turn a little later, which is nothing to be told about.
        const { retryAfterMs } = error;
        await new Promise((next) => setTimeout(next, retryAfterMs ?? AGAIN_MS));
        this.#wanted ??= asked;
      } else if (this.#wanted === null) this.#tell.failed();
    }
  }
}
