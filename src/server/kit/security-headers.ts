import { randomBytes } from 'node:crypto';
import type { FastifyReply } from 'fastify';

import type { App } from './mount.ts';

/** The policy of everything that is no page: nothing may run, load or frame. */
const NO_CONTENT_POLICY = "default-src 'none'; frame-ancestors 'none'; sandbox";

/** Sends the headers of facts/security.md section 5 with every answer, errors included; routes may only set them first. */
export function addSecurityHeaders(app: App): void {
  app.addHook('onSend', async (request, reply) => {
    setDefault(reply, 'content-security-policy', NO_CONTENT_POLICY);
    setDefault(reply, 'cross-origin-opener-policy', 'same-origin');
    setDefault(reply, 'cache-control', 'no-store');
    setDefault(reply, 'referrer-policy', 'no-referrer');
    reply.headers({
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
      'permissions-policy': 'camera=(), microphone=(), geolocation=()',
      'x-frame-options': 'DENY',
    });
    if (request.protocol === 'https')
      reply.header('strict-transport-security', 'max-age=31536000; includeSubDomains');
  });
}

/** The policy of our page: only our own scripts, and styles with this page's nonce (React Aria adds one style element). */
export function pagePolicy(formTargets: readonly string[]): { nonce: string; policy: string } {
  const nonce = randomBytes(16).toString('base64');
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' blob: data:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    ["form-action 'self'", ...formTargets].join(' '),
    "frame-ancestors 'none'",
    "base-uri 'self'",
    "object-src 'none'",
    "require-trusted-types-for 'script'",
  ].join('; ');
  return { nonce, policy };
}

function setDefault(reply: FastifyReply, name: string, value: string): void {
  if (!reply.hasHeader(name)) reply.header(name, value);
}
