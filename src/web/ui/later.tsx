import { createElement, useEffect, useState } from 'react';
import type { ComponentType } from 'react';

/** The parts that are fetched later, in the order in which their modules were read. */
const parts: (() => Promise<void>)[] = [];

/**
 * A part that a page draws without: it is fetched when it is first drawn, and drawn when it has come. Once it is there,
 * it is drawn at once, as any other. A part with `open` waits until it is true. Menus and questions are such parts: their machinery is as big as a page.
 */
export function later<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> & { fetch: () => Promise<void> } {
  let loaded: ComponentType<Props> | null = null;
  let coming: Promise<void> | null = null;
  const fetch = (): Promise<void> => {
    coming ??= load().then(
      (component) => {
        loaded = component;
      },
      (error: unknown) => {
        // The next one who needs it asks again: the network may be back.
        coming = null;
        throw error;
      },
    );
    return coming;
  };
  parts.push(fetch);
  function Later(props: Props) {
    const [, setThere] = useState(loaded !== null);
    const wanted = !('open' in props) || props.open !== false;
    useEffect(() => {
      if (wanted && loaded === null) fetch().then(() => setThere(true), ignored);
    }, [wanted]);
    return loaded === null ? null : createElement(loaded, props);
  }
  return Object.assign(Later, { fetch });
}

/** Fetches all parts that the pages read so far may need. */
export async function fetchParts(): Promise<void> {
  await Promise.all(parts.map((fetch) => fetch()));
}

const SIGNS_OF_LIFE = ['pointermove', 'pointerdown', 'keydown', 'scroll'] as const;

/**
 * Fetches them at the first sign of a person, each in an idle moment of its own: before anything can be opened, while
 * there is a network, and so that a click that comes meanwhile waits for one of them at most. The page itself, which
 * people wait for, comes without them.
 */
export function fetchPartsOnTouch(): void {
  const begin = (): void => {
    for (const kind of SIGNS_OF_LIFE) removeEventListener(kind, begin, true);
    void fetchOneByOne();
  };
  for (const kind of SIGNS_OF_LIFE) addEventListener(kind, begin, { capture: true, passive: true });
}

async function fetchOneByOne(): Promise<void> {
  for (const fetch of parts) {
    await idle();
    await fetch().catch(ignored);
  }
}

/** A page that is never idle gets its parts all the same. */
const IDLE_LIMIT_MS = 500;

function idle(): Promise<void> {
  return new Promise((resolve) => {
    // Safari has no idle callbacks.
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => resolve(), { timeout: IDLE_LIMIT_MS });
    else setTimeout(resolve, 1);
  });
}

/** Whoever needs the part asks for it again; `vite:preloadError` tells of files that are gone for good. */
function ignored(): void {}
