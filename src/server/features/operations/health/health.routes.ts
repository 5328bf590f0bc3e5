import type { FastifyRequest } from 'fastify';
import { BlockList } from 'node:net';

import { sameSecret } from '#engine/secrets/tokens.ts';
import type { App } from '#server/kit/mount.ts';

import type { Health } from './health.service.ts';
import type { Metrics } from './metrics.ts';

/** Headers that show that a front proxy on our own machine forwarded a stranger's request. */
const FORWARDED = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'];

/** Tells the proxy to send its requests elsewhere; this one is still answered (see closeApp). */
const STOPPING = 'The process is stopping.';

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8);
loopback.addAddress('::1', 'ipv6');

/** Dependencies of the routes. */
export interface HealthRoutes {
  health: Health;
  metrics: Metrics;
  /** F2E_METRICS_TOKEN; empty: loopback only. */
  metricsToken: string;
}

/**
 * Mounts /healthz, /readyz and /metrics (spec operation 5): they are not calls of the contract, so they need no
 * session.
 */
export function mountHealth(app: App, { health, metrics, metricsToken }: HealthRoutes): void {
  app.get(
    '/healthz',
    async (_, reply) => await reply.header('cache-control', 'no-store').send({ status: 'ok' }),
  );

  app.get('/readyz', async (_, reply) => {
    const { ready: works, reasons, ...rest } = await health.readiness();
    const ready = works && !app.draining;
    return await reply
      .status(ready ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({
        status: ready ? 'ready' : 'not ready',
        reasons: app.draining ? [...reasons, STOPPING] : reasons,
        ...rest,
      });
  });

  app.get('/metrics', async (request, reply) => {
    // To others the route does not exist, so that nobody learns that it is worth trying (A-SECRET-05).
    if (!mayRead(request, metricsToken)) {
      reply.callNotFound();
      return reply;
    }
    return await reply
      .header('cache-control', 'no-store')
      .type(metrics.contentType)
      .send(await metrics.text());
  });

  app.addHook('onResponse', async (request, reply) => {
    metrics.observe({
      method: request.method,
      // The route's pattern, never the path: paths contain names of faxes, and each would be a separate time series.
      route: request.routeOptions.url ?? 'none',
      status: reply.statusCode,
      seconds: reply.elapsedTime / 1000,
    });
  });
}

function mayRead(request: FastifyRequest, token: string): boolean {
  const bearer = /^Bearer (.+)$/u.exec(request.headers.authorization ?? '')?.[1];
  if (token !== '' && bearer !== undefined) return sameSecret(bearer, token);
  const address = request.socket.remoteAddress ?? '';
  const family = address.includes(':') ? 'ipv6' : 'ipv4';
  return loopback.check(address, family) && FORWARDED.every((name) => request.headers[name] === undefined);
}
