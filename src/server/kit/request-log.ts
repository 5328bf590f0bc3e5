import type { FastifyRequest } from 'fastify';

import { logEvent } from '#server/kit/log-event.ts';
import type { App } from './mount.ts';

/**
 * Logs one line for every response and puts its id in the response's header, so that a customer's complaint leads to
 * the line, and the line to the jobs that the request made. It writes only values that we chose ourselves: the route's
 * pattern, never the path or a header, so that nobody can write secrets or forged lines into the log (A-SECRET-01,
 * A-DOS-06).
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

/**
 * Whether a request is routine: polls, the pages' own files and probes, thousands per second, matter only to somebody
 * who searches for them.
 */
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
