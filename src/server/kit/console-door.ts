import type { FastifyRequest } from 'fastify';

/** Everything of the operator console, the page and its calls. */
const CONSOLE = /^\/operator(?:[/?]|$)/;
const LOOPBACK = /^(?:localhost|127\.0\.0\.1|\[?::1\]?)$/;

/**
 * Whether a request may reach what it asks for as far as the operator console goes: its addresses do not exist while it
 * is off, nor on the host names of brands. Those belong to customers, whose pages and cookies it must not meet.
 */
export function consoleDoor({
  operatorConsole,
  publicOrigin,
}: {
  operatorConsole: boolean;
  publicOrigin: string;
}): (request: FastifyRequest) => boolean {
  const own = new URL(publicOrigin).hostname;
  const isOwn = (host: string) => host === own || (LOOPBACK.test(own) && LOOPBACK.test(host));
  return ({ url, routeOptions, hostname }) => {
    // The router reads `%6f` as «o»; what it found counts as much as what was written.
    const isConsole = CONSOLE.test(url) || CONSOLE.test(routeOptions.url ?? '');
    return !isConsole || (operatorConsole && isOwn(hostname.toLowerCase()));
  };
}
