import { createElement, useEffect, useState } from 'react';
import type { ComponentType } from 'react';

/** The lazily loaded parts, in the order in which their modules were evaluated. */
const parts: (() => Promise<void>)[] = [];

/**
 * Makes a lazily loaded component: the page renders without it, it is loaded on its first render, and appears when it
 * has arrived. Once loaded, it renders at once, like any other. A component with an `open` prop waits until that is
 * true. Menus and questions are such parts: their code is as big as a page.
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
        // The next caller tries again: the network may be back.
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

/** Loads all parts that the pages evaluated so far may need. */
export async function fetchParts(): Promise<void> {
  await Promise.all(parts.map((fetch) => fetch()));
}

const SIGNS_OF_LIFE = ['pointermove', 'pointerdown', 'keydown', 'scroll'] as const;

/**
 * Loads these parts after the first sign of user activity, each in its own idle period: before anything can be opened,
 * while the network is available, and in such a way that a click meanwhile waits for one of them at most. The page
 * itself, which people wait for, loads without them.
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

/** The limit for waiting until the page is idle, in ms: a page that is never idle loads its parts anyway. */
const IDLE_LIMIT_MS = 500;

function idle(): Promise<void> {
  return new Promise((resolve) => {
    // Safari has no idle callbacks.
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => resolve(), { timeout: IDLE_LIMIT_MS });
    else setTimeout(resolve, 1);
  });
}

/** Ignores the error: the next use loads the part again, and `vite:preloadError` reports files that are gone. */
function ignored(): void {}
