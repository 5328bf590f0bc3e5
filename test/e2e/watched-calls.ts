import type { Page } from '@playwright/test';

/** A call of the API as a page made it. */
export interface WatchedCall {
  method: string;
  /** Path after the public address, with the node in it. */
  path: string;
  query: URLSearchParams;
  headers: Record<string, string>;
  /** The JSON body; null where there is none, or another kind of body. */
  body: unknown;
}

/** Every call that the page makes from now on, oldest first. */
export function watchCalls(page: Page): WatchedCall[] {
  const calls: WatchedCall[] = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (!pathname.startsWith('/api/')) return;
    const headers = request.headers();
    const json = headers['content-type']?.startsWith('application/json') === true;
    calls.push({
      method: request.method(),
      path: pathname,
      query: searchParams,
      headers,
      body: json && request.postData() !== null ? request.postDataJSON() : null,
    });
  });
  return calls;
}

/** The bodies of the watched calls of one name, oldest first. */
export function bodiesOf(calls: readonly WatchedCall[], method: string, name: string): unknown[] {
  return calls
    .filter((call) => call.method === method && call.path.endsWith(`/${name}`))
    .map(({ body }) => body);
}
