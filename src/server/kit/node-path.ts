import { NODE_NAME } from '#contract/identity/sessions.ts';

/** A path that may contain a node after /api/: login, db and rrad calls (spec http-api 0.1). */
const NODE_PATH = /^\/api\/([^/]+)(\/(?:auth\/login\/|db\/f2e\/|rrad\/f2e\/).*)$/;

/** Paths of the origin itself, outside the public path (spec http-api 0.1). */
const OUTSIDE = /^\/(?:ajax\/|healthz|readyz|metrics)/;

/** Path to which requests for an unknown node are rewritten; the error handler recognizes it. */
export const UNKNOWN_NODE = '/api/-unknown-node';
/** Path to which requests outside the public path are rewritten. */
const NOWHERE = '/-outside-the-public-path';

/**
 * Removes the public path and the node segment from a request's path, so that each call has one route. A request meant
 * for another of our nodes is simply served: all of them share one database.
 */
export function plainPath(url: string, publicPath: string, knows: (node: string) => boolean): string {
  const inside = withoutPublicPath(url, publicPath);
  const match = NODE_PATH.exec(inside);
  const [, name, rest] = match ?? [];
  if (name === undefined || rest === undefined || !NODE_NAME.test(name)) return inside;
  return knows(name) ? `/api${rest}` : UNKNOWN_NODE;
}

function withoutPublicPath(url: string, publicPath: string): string {
  if (publicPath === '' || OUTSIDE.test(url)) return url;
  if (url === publicPath) return '/';
  const rest = url.startsWith(publicPath) ? url.slice(publicPath.length) : undefined;
  if (rest === undefined || !/^[/?]/.test(rest)) return NOWHERE;
  return rest.startsWith('?') ? `/${rest}` : rest;
}
