import type { ReactNode } from 'react';
import { useEffect } from 'react';
import { Link, useLocation, useParams } from '@tanstack/react-router';

/** A heading that is a link to itself. */
export function AnchorHeading(props: {
  id: string;
  children: ReactNode;
  lang?: string;
  level?: 'h2' | 'h3';
}) {
  const { id, children, lang, level: Heading = 'h2' } = props;
  const { _splat: page = '' } = useParams({ strict: false });
  return (
    <Heading className="dv-anchor" id={id} lang={lang}>
      <Link hash={id} params={{ _splat: page }} to="/developers/$">
        {children}
      </Link>
    </Heading>
  );
}

const READER_MOVES = ['wheel', 'touchmove', 'keydown', 'pointerdown'];

/**
 * Scrolls to the anchor in the address, which exists only once the API description has arrived. Fonts change the height
 * of the content above, so it scrolls again after they have loaded, unless the reader has moved on.
 */
export function useArrival(): string {
  const hash = useLocation({ select: ({ hash: place }) => place });
  useEffect(() => {
    if (hash === '') return undefined;
    const arrive = () => document.querySelector(`#${CSS.escape(hash)}`)?.scrollIntoView();
    const moved = new AbortController();
    const stop = () => moved.abort();
    arrive();
    for (const move of READER_MOVES) addEventListener(move, stop, { passive: true, signal: moved.signal });
    void document.fonts.ready.then(() => {
      if (!moved.signal.aborted) arrive();
      stop();
    });
    return stop;
  }, [hash]);
  return hash;
}

/** Converts a heading to an anchor: `Rate limits` becomes `rate-limits`. */
export function anchorOf(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/gu, '-')
    .replaceAll(/^-|-$/gu, '');
}
