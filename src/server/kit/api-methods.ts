import { apiCalls } from '#contract/v1/all-calls.ts';
import type { ApiCall } from '#contract/v1/define.ts';

/** Paths of the public API, as patterns, with their methods. */
const PATHS = [
  ...Map.groupBy(Object.values<ApiCall>(apiCalls), ({ path }) => path),
  ['/v1/openapi.json', [{ method: 'GET' as const }]] as const,
].map(([path, calls]) => ({
  pattern: new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/:\w+/gu, '[^/]+')}$`, 'u'),
  methods: calls.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method])),
}));

/** Returns the methods that a URL of the public API supports; empty if the API has no such path. */
export function apiMethods(url: string): readonly string[] {
  const path = url.split('?', 1)[0] ?? '';
  return PATHS.find(({ pattern }) => pattern.test(path))?.methods ?? [];
}
