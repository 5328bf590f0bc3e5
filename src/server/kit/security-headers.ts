import type { FastifyReply, FastifyRequest } from 'fastify';

import type { App } from './mount.ts';

/** The policy of everything that is no page: nothing may run, load or frame. */
const NO_CONTENT_POLICY = "default-src 'none'; frame-ancestors 'none'; sandbox";

/** Sends the headers with every answer, errors included; routes may only set them first. */
export function addSecurityHeaders(app: App): void {
  app.addHook('onSend', async (request, reply) => setSecurityHeaders(request, reply));
}

/** The same for the few answers that no hook sees, such as to an address that can't be read. */
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
