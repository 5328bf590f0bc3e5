import '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Readable by script, worth nothing without the session cookie (contract 0.3). */
export const ACCESS_COOKIE = 'access-token';

/** The session cookie's name: with the `__Host-` prefix where the connection allows it (running.md, Sessions). */
export function sessionCookieName(request: FastifyRequest): string {
  return request.protocol === 'https' ? '__Host-f2e' : 'f2e_session';
}

/** The session token that the browser sent. */
export function sessionToken(request: FastifyRequest): string | undefined {
  return request.cookies[sessionCookieName(request)];
}

/** Gives the browser a session; both cookies end with it at the latest. */
export function setSessionCookies(
  request: FastifyRequest,
  reply: FastifyReply,
  session: { token: string; accessToken: string; seconds: number },
): void {
  const common = {
    path: '/',
    secure: request.protocol === 'https',
    sameSite: 'lax',
    maxAge: session.seconds,
  } as const;
  reply.setCookie(sessionCookieName(request), session.token, { ...common, httpOnly: true });
  reply.setCookie(ACCESS_COOKIE, session.accessToken, common);
}

/** Takes both cookies back. */
export function clearSessionCookies(request: FastifyRequest, reply: FastifyReply): void {
  const common = { path: '/', secure: request.protocol === 'https', sameSite: 'lax' } as const;
  reply.clearCookie(sessionCookieName(request), { ...common, httpOnly: true });
  reply.clearCookie(ACCESS_COOKIE, common);
}
