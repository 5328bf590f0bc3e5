import type { Page, Request } from '@playwright/test';

/** An API call as a page made it. */
export interface WatchedCall {
  method: string;
  /** Path after the public address, including the node. */
  path: string;
  query: URLSearchParams;
  headers: Record<string, string>;
  /** The JSON body; null without one, or for another kind of body. */
  body: unknown;
  answered: boolean;
}

/** Returns the list of all calls that the page makes from now on, oldest first. */
export function watchCalls(page: Page): WatchedCall[] {
  const calls: WatchedCall[] = [];
  const byRequest = new WeakMap<Request, WatchedCall>();
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (!pathname.startsWith('/api/')) return;
    const headers = request.headers();
    const json = headers['content-type']?.startsWith('application/json') === true;
    const call = {
      method: request.method(),
      path: pathname,
      query: searchParams,
      headers,
      body: json && request.postData() !== null ? request.postDataJSON() : null,
      answered: false,
    };
    byRequest.set(request, call);
    calls.push(call);
  });
  page.on('response', (response) => {
    const call = byRequest.get(response.request());
    if (call !== undefined) call.answered = true;
  });
  return calls;
}

/**
 * Returns the bodies of the watched calls of one name that have a response, oldest first, so that a test that waited
 * for one may read what it changed.
 */
export function bodiesOf(calls: readonly WatchedCall[], method: string, name: string): unknown[] {
  return calls
    .filter((call) => call.answered && call.method === method && call.path.endsWith(`/${name}`))
    .map(({ body }) => body);
}
