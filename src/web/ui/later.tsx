import { createElement, useEffect, useState } from 'react';
import type { ComponentType, FunctionComponent } from 'react';
import { withStyles } from './lost-styles.ts';

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
  const part = fetchedPart(load, { needed: false });
  parts.push(part.fetch);
  return part;
}

/**
 * Makes a lazily loaded page, which the router fetches before it navigates there. If that fails, the page throws to the
 * surrounding error boundary, and the next attempt fetches it again. The app is not reloaded, so typed text is kept.
 */
export function laterPage<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  waiting?: ComponentType,
): FunctionComponent<Props> & { preload?: (() => Promise<void>) | undefined } {
  const page = fetchedPart(load, { needed: true, waiting });
  const preload = async () => {
    await page.fetch();
    // Once the page is loaded, the router has nothing to wait for.
    routed.preload = undefined;
  };
  const routed: ReturnType<typeof laterPage<Props>> = Object.assign(page, { preload });
  return routed;
}

/** Thrown if a page could not be fetched: there is no network, or a new version has removed its files. */
export class PageNotFetched extends Error {}

function fetchedPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { needed, waiting }: { needed: boolean; waiting?: ComponentType | undefined },
): FunctionComponent<Props> & { fetch: () => Promise<void> } {
  let loaded: ComponentType<Props> | null = null;
  let coming: Promise<void> | null = null;
  const loadStyled = withStyles(load);
  const fetch = (): Promise<void> => {
    coming ??= loadStyled().then(
      (component) => {
        loaded = component;
      },
      (cause: unknown) => {
        // The next use fetches it again, because the network may be back.
        coming = null;
        throw new PageNotFetched('A part of the page could not be fetched.', { cause });
      },
    );
    return coming;
  };
  function Later(props: Props) {
    const [, setThere] = useState(loaded !== null);
    const [failure, setFailure] = useState<unknown>();
    const wanted = !('open' in props) || props.open !== false;
    useEffect(() => {
      if (wanted && loaded === null) fetch().then(() => setThere(true), needed ? setFailure : ignored);
    }, [wanted]);
    if (loaded !== null) return createElement(loaded, props);
    if (failure !== undefined) throw failure;
    return waiting === undefined ? null : createElement(waiting);
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
