import type { FastifyRequest } from 'fastify';

/** All addresses of the operator console: its page and its calls. */
const CONSOLE = /^\/operator(?:[/?]|$)/;
const LOOPBACK = /^(?:localhost|127\.0\.0\.1|\[?::1\]?)$/;

/**
 * Returns a check whether a request may pass as far as the operator console is concerned. The console's addresses do
 * not exist while it is off, nor on the host names of brands: those belong to customers, whose pages and cookies the
 * console must not meet.
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
    // The router reads `%6f` as «o»: the matched route counts as well as the URL as it was sent.
    const isConsole = CONSOLE.test(url) || CONSOLE.test(routeOptions.url ?? '');
    return !isConsole || (operatorConsole && isOwn(hostname.toLowerCase()));
  };
}
