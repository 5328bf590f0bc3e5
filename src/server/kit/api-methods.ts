import { apiCalls } from '#contract/v1/all-calls.ts';
import type { ApiCall } from '#contract/v1/define.ts';

/** Paths of the public API, as patterns, with what they take. */
const PATHS = [
  ...Map.groupBy(Object.values<ApiCall>(apiCalls), ({ path }) => path),
  ['/v1/openapi.json', [{ method: 'GET' as const }]] as const,
].map(([path, calls]) => ({
  pattern: new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/:\w+/gu, '[^/]+')}$`, 'u'),
  methods: calls.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method])),
}));

/** The methods that an address of the public API takes; none where it has no such address. */
export function apiMethods(url: string): readonly string[] {
  const path = url.split('?', 1)[0] ?? '';
  return PATHS.find(({ pattern }) => pattern.test(path))?.methods ?? [];
}
