import type { FastifyReply, FastifyRequest } from 'fastify';

import { AppError } from './app-error.ts';
import { goOnWithout } from './go-on.ts';
import { innerKey } from './inner-call.ts';
import type { App } from './mount.ts';
import { isLoopbackName, isNearAddress } from './near-address.ts';
import { isPage } from './page-path.ts';

/** The brand that a request's host belongs to. */
export interface HostBrand {
  brandId: number;
  /** The origin where the brand's people log in and its links lead. */
  origin: string;
}

/** What the front door needs from the rest of the server. */
export interface FrontDoorOptions {
  /** Returns the brand of a host name; undefined if the host is not served. */
  brandOfHost(host: string): Promise<HostBrand | undefined>;
}

/**
 * Addresses for machines, by route: probes of load balancers use any host name, carriers sign their requests, and the
 * client's files belong to no brand. None of them sets a cookie.
 */
const FOR_MACHINES = /^\/(?:healthz$|readyz$|metrics$|assets\/|api\/lines\/)/;

/**
 * Checks each request before anything else: it must name a host that is served (A-HOST-06), and must have come over
 * https unless none of its traffic crosses the internet (A-HDR-03). All later code reads the brand of the host from
 * here, and from nowhere else.
 */
export function addFrontDoor(app: App, options: FrontDoorOptions): void {
  app.decorateRequest('hostBrand', undefined);
  app.addHook('onRequest', async (request, reply) => {
    if (FOR_MACHINES.test(request.routeOptions.url ?? '')) return undefined;
    const look = async () => await options.brandOfHost(request.hostname);
    const { call } = request.routeOptions.config;
    // Without the database nobody can log in; the page is shown anyway and explains it (F-client-03).
    const brand =
      call && call.access !== 'guest'
        ? await look()
        : await goOnWithout(request.log, 'the brand of a host', look, () => null);
    if (brand === null) return undefined;
    if (!brand) throw new AppError('HOST_UNKNOWN');
    request.hostBrand = brand;
    // A call made on behalf of another call never leaves the process.
    return innerKey() === undefined && isPlain(request, brand)
      ? await refusePlain(request, reply, brand)
      : undefined;
  });
}

/** Returns the brand of the request's host. Throws UNAVAILABLE while the database is unavailable. */
export function brandOf(request: FastifyRequest): number {
  if (!request.hostBrand) throw new AppError('UNAVAILABLE');
  return request.hostBrand.brandId;
}

/** Returns the origin of the brand of the request's host, never built from the Host header. Throws like `brandOf`. */
export function brandHomeOf(request: FastifyRequest): string {
  if (!request.hostBrand) throw new AppError('UNAVAILABLE');
  return request.hostBrand.origin;
}

/**
 * Whether passwords and faxes would cross the internet in plain text: never on this machine; always if the brand's
 * origin is https; otherwise (a trial in an office) if the address of the client or the address it requested is public.
 */
function isPlain({ protocol, hostname, ip }: FastifyRequest, { origin }: HostBrand): boolean {
  if (protocol === 'https' || isLoopbackName(hostname)) return false;
  const literal = /^\[?([\d.]+|[\da-f:.]*:[\da-f:.]*)\]?$/i.exec(hostname)?.[1];
  const near = isNearAddress(ip) && (literal === undefined || isNearAddress(literal));
  return origin.startsWith('https:') || !near;
}

/** Redirects pages to https and refuses calls, so that a client that is set up wrongly sends its password only once. */
async function refusePlain(
  request: FastifyRequest,
  reply: FastifyReply,
  { origin }: HostBrand,
): Promise<FastifyReply> {
  // An untrusted proxy speaks https to people and http to us: a redirect would lead back here forever.
  if (/^https\b/i.test(String(request.headers['x-forwarded-proto'] ?? '')))
    throw new AppError('HTTPS_REQUIRED', { sentence: 'HTTPS_BEHIND_PROXY' });
  if (!origin.startsWith('https:') || !isPage(request)) throw new AppError('HTTPS_REQUIRED');
  return await reply.redirect(`${origin}${request.originalUrl}`, 308);
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The brand of the host, set by the front door; undefined for machines, and while the database is unavailable. */
    hostBrand: HostBrand | undefined;
  }
}
