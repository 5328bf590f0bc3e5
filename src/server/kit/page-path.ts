import type { FastifyRequest } from 'fastify';

/** Whether a person opens a page: any GET that is not for a call, asset or file. */
export function isPage(request: Pick<FastifyRequest, 'url' | 'method'>): boolean {
  const path = request.url.split('?', 1)[0] ?? '';
  return (
    request.method === 'GET' &&
    !/^\/(?:api|ajax|assets|brand|locales|operator\/api|v1|scim|-)(?:\/|$)|^\/-/.test(path) &&
    !/\.[a-z0-9]{2,5}$/i.test(path)
  );
}
