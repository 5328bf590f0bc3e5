import type { FastifyReply, FastifyRequest } from 'fastify';

import { AppError } from './app-error.ts';
import { goOnWithout } from './go-on.ts';
import { innerKey } from './inner-call.ts';
import type { App } from './mount.ts';
import { isLoopbackName, isNearAddress } from './near-address.ts';
import { isPage } from './page-path.ts';

/** The brand that is at home on the host of a request. */
export interface HostBrand {
  brandId: number;
  /** Where its people log in, and its links lead. */
  origin: string;
}

/** What the front door asks of the rest of the server. */
export interface FrontDoorOptions {
  /** The brand of a host name; undefined where none is served. */
  brandOfHost(host: string): Promise<HostBrand | undefined>;
}

/**
 * What machines ask for, by the address of its route: probes of load balancers name any host, carriers sign what they
 * send, and files of the client are nobody's. None of it sets a cookie.
 */
const FOR_MACHINES = /^\/(?:healthz$|readyz$|metrics$|assets\/|api\/lines\/)/;

/**
 * Before anything else: a request must name a host that is served (A-HOST-06), and must have come by https unless nothing
 * of it crosses the internet (A-HDR-03). What follows reads the brand of the host from here, and from nowhere else.
 */
export function addFrontDoor(app: App, options: FrontDoorOptions): void {
  app.decorateRequest('hostBrand', undefined);
  app.addHook('onRequest', async (request, reply) => {
    if (FOR_MACHINES.test(request.routeOptions.url ?? '')) return undefined;
    const look = async () => await options.brandOfHost(request.hostname);
    const { call } = request.routeOptions.config;
    // Without the database nobody can log in; the page is shown all the same and says so (F-client-03).
    const brand =
      call && call.access !== 'guest'
        ? await look()
        : await goOnWithout(request.log, 'the brand of a host', look, () => null);
    if (brand === null) return undefined;
    if (!brand) throw new AppError('HOST_UNKNOWN');
    request.hostBrand = brand;
    // A call that is made for another one never leaves the process.
    return innerKey() === undefined && isPlain(request, brand)
      ? await refusePlain(request, reply, brand)
      : undefined;
  });
}

/** The brand of the host that was asked. Throws UNAVAILABLE while the database is away. */
export function brandOf(request: FastifyRequest): number {
  if (!request.hostBrand) throw new AppError('UNAVAILABLE');
  return request.hostBrand.brandId;
}

/** The origin of the brand whose host was asked, never made from the request's Host. Throws as `brandOf`. */
export function brandHomeOf(request: FastifyRequest): string {
  if (!request.hostBrand) throw new AppError('UNAVAILABLE');
  return request.hostBrand.origin;
}

/**
 * Whether passwords and faxes would cross the internet readable: never on this machine; where the brand is at home on
 * https, always; else (a trial in an office) as soon as the client, or the address that it asked for, is a public one.
 */
function isPlain({ protocol, hostname, ip }: FastifyRequest, { origin }: HostBrand): boolean {
  if (protocol === 'https' || isLoopbackName(hostname)) return false;
  const literal = /^\[?([\d.]+|[\da-f:.]*:[\da-f:.]*)\]?$/i.exec(hostname)?.[1];
  const near = isNearAddress(ip) && (literal === undefined || isNearAddress(literal));
  return origin.startsWith('https:') || !near;
}

/** Pages go on over https; calls are refused, so that a client that is set up wrongly sends its password only once. */
async function refusePlain(
  request: FastifyRequest,
  reply: FastifyReply,
  { origin }: HostBrand,
): Promise<FastifyReply> {
  // A proxy that is not trusted speaks https to people and http to us: a redirect would lead back here for ever.
  if (/^https\b/i.test(String(request.headers['x-forwarded-proto'] ?? '')))
    throw new AppError('HTTPS_REQUIRED', { sentence: 'HTTPS_BEHIND_PROXY' });
  if (!origin.startsWith('https:') || !isPage(request)) throw new AppError('HTTPS_REQUIRED');
  return await reply.redirect(`${origin}${request.originalUrl}`, 308);
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the front door; undefined for machines, and while the database is away. */
    hostBrand: HostBrand | undefined;
  }
}
