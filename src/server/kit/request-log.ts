import type { FastifyRequest } from 'fastify';

import { logEvent } from '#server/kit/log-event.ts';
import type { App } from './mount.ts';

/**
 * One line for every answer, and its id in the answer's header, so that a customer's complaint leads to the line, and
 * the line to the jobs that the request made. Only what we chose ourselves is written: the route's pattern, never the
 * path or a header, so that nobody can write secrets or lines of their own into the log (A-SECRET-01, A-DOS-06).
 */
export function addRequestLog(app: App): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    const { method, routeOptions } = request;
    const line = {
      method,
      route: routeOptions.url ?? 'none',
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
      address: request.ip,
      ...whoAsked(request),
    };
    if (isChatter(request)) logEvent(request.log, 'request.answered-background', line);
    else logEvent(request.log, 'request.answered', line);
    done();
  });
}

/** Polls, pages' own files and probes: thousands a second that tell nobody anything unless something is searched for. */
function isChatter({ routeOptions }: FastifyRequest): boolean {
  const { call } = routeOptions.config;
  return call === undefined || call.background === true;
}

function whoAsked({ caller }: FastifyRequest): {
  uid?: number;
  parent?: number;
  operator?: number;
  key?: number;
} {
  if (!caller) return {};
  if ('keyId' in caller)
    return { key: caller.keyId, ...('accountId' in caller && { uid: caller.accountId }) };
  if ('operatorId' in caller) return { operator: caller.operatorId };
  return 'accountId' in caller ? { uid: caller.accountId } : { parent: caller.parentId };
}
