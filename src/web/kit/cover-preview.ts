import { useEffect, useRef, useState } from 'react';
import { coverPreview } from '#contract/cover-pages.ts';
import type { BodyIn } from '#contract/kit/call.ts';
import { callForFile } from './call-api.ts';

/** What is to be drawn. */
export type PreviewRequest = BodyIn<typeof coverPreview>;

/** Nobody looks up after each letter. With the drawing, the picture is there within 300 ms of the last one. */
const PAUSE_MS = 150;

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
  const asked = request === null ? null : JSON.stringify(request);
  useEffect(() => {
    if (asked === null) return undefined;
    const stop = new AbortController();
    const draw = async () => {
      const body = JSON.parse(asked) as PreviewRequest;
      const image = await callForFile(coverPreview, { body, signal: stop.signal });
      if (stop.signal.aborted) return;
      if (url.current !== null) URL.revokeObjectURL(url.current);
      url.current = URL.createObjectURL(image);
      setPicture({ url: url.current, failed: false });
    };
    const timer = setTimeout(
      () => {
        draw().catch(() => {
          // An aborted one was overtaken; any other leaves the old picture and says so.
          if (!stop.signal.aborted) setPicture({ url: url.current, failed: true });
        });
      },
      url.current === null ? 0 : PAUSE_MS,
    );
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [asked]);
  useEffect(
    () => () => {
      if (url.current !== null) URL.revokeObjectURL(url.current);
    },
    [],
  );
  return picture;
}
