import '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Readable by script, worth nothing without the session cookie (spec http-api 0.3). */
export const ACCESS_COOKIE = 'access-token';

/** The session cookie's name: with the `__Host-` prefix where the connection allows it (spec http-api 0.3). */
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

/** A login between its two steps; no page of another site may bring it along. */
function stepCookieName(request: FastifyRequest): string {
  return request.protocol === 'https' ? '__Host-f2e-step' : 'f2e_step';
}

const stepCookie = (request: FastifyRequest) =>
  ({ path: '/', secure: request.protocol === 'https', sameSite: 'strict', httpOnly: true }) as const;

/** What the browser sent of a login that waits for its second step. */
export function stepToken(request: FastifyRequest): string | undefined {
  return request.cookies[stepCookieName(request)];
}

/** Lets this browser, and no other, go on with a login. */
export function setStepCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  step: { token: string; seconds: number },
): void {
  reply.setCookie(stepCookieName(request), step.token, { ...stepCookie(request), maxAge: step.seconds });
}

/** The login is over. */
export function clearStepCookie(request: FastifyRequest, reply: FastifyReply): void {
  reply.clearCookie(stepCookieName(request), stepCookie(request));
}

/** The key of a login at a provider of single sign-on; it comes back with a link from the provider's page. */
function signOnCookieName(request: FastifyRequest): string {
  return request.protocol === 'https' ? '__Host-f2e-sso' : 'f2e_sso';
}

const signOnCookie = (request: FastifyRequest) =>
  ({ path: '/', secure: request.protocol === 'https', sameSite: 'lax', httpOnly: true }) as const;

/** What the browser brought back from a provider. */
export function signOnToken(request: FastifyRequest): string | undefined {
  return request.cookies[signOnCookieName(request)];
}

/** Lets this browser, and no other, come back from a provider. */
export function setSignOnCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  attempt: { token: string; seconds: number },
): void {
  reply.setCookie(signOnCookieName(request), attempt.token, {
    ...signOnCookie(request),
    maxAge: attempt.seconds,
  });
}

/** The browser is back. */
export function clearSignOnCookie(request: FastifyRequest, reply: FastifyReply): void {
  reply.clearCookie(signOnCookieName(request), signOnCookie(request));
}
