import { createElement, useEffect, useState } from 'react';
import type { ComponentType, FunctionComponent } from 'react';
import { withStyles } from './lost-styles.ts';

/** The parts that are fetched later, in the order in which their modules were read. */
const parts: (() => Promise<void>)[] = [];

/**
 * A part that a page draws without: it is fetched when it is first drawn, and drawn when it has come. Once it is there,
 * it is drawn at once, as any other. A part with `open` waits until it is true. Menus and questions are such parts: their machinery is as big as a page.
 */
export function later<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> & { fetch: () => Promise<void> } {
  const part = fetchedPart(load, { needed: false });
  parts.push(part.fetch);
  return part;
}

/**
 * A page, which the router fetches before it leads there. One that could not be fetched tells the boundary around it,
 * and is asked for again by the next try; nothing is loaded anew, so that what was typed elsewhere stays.
 */
export function laterPage<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  waiting?: ComponentType,
): FunctionComponent<Props> & { preload?: (() => Promise<void>) | undefined } {
  const page = fetchedPart(load, { needed: true, waiting });
  const preload = async () => {
    await page.fetch();
    // The router waits for nothing once the page is there.
    routed.preload = undefined;
  };
  const routed: ReturnType<typeof laterPage<Props>> = Object.assign(page, { preload });
  return routed;
}

/** A page could not be fetched: there is no network, or a new version took its files away. */
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
        // The next one who needs it asks again: the network may be back.
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
