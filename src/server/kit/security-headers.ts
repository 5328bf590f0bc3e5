import type { FastifyReply, FastifyRequest } from 'fastify';

import type { App } from './mount.ts';

/** The policy of every response that is not a page: nothing may run, load or frame. */
const NO_CONTENT_POLICY = "default-src 'none'; frame-ancestors 'none'; sandbox";

/** Sends the security headers with every response, errors included; a route can only set them beforehand. */
export function addSecurityHeaders(app: App): void {
  app.addHook('onSend', async (request, reply) => setSecurityHeaders(request, reply));
}

/** Sets the headers on the few responses that no hook sees, such as those to a URL that cannot be parsed. */
export function setSecurityHeaders(request: FastifyRequest, reply: FastifyReply): void {
  setDefault(reply, 'content-security-policy', NO_CONTENT_POLICY);
  setDefault(reply, 'cross-origin-opener-policy', 'same-origin');
  setDefault(reply, 'cache-control', 'no-store');
  setDefault(reply, 'referrer-policy', 'no-referrer');
  setDefault(reply, 'cross-origin-resource-policy', 'same-origin');
  reply.headers({
    'x-content-type-options': 'nosniff',
    'permissions-policy': 'camera=(), microphone=(), geolocation=()',
    'x-frame-options': 'DENY',
  });
  if (request.protocol === 'https')
    reply.header('strict-transport-security', 'max-age=31536000; includeSubDomains');
}

function setDefault(reply: FastifyReply, name: string, value: string): void {
  if (!reply.hasHeader(name)) reply.header(name, value);
}
