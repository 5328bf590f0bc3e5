import '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Readable by script, worth nothing without the session cookie (spec http-api 0.3). */
export const ACCESS_COOKIE = 'access-token';

/** Returns the session cookie's name, with the `__Host-` prefix if the connection allows it (spec http-api 0.3). */
export function sessionCookieName(request: FastifyRequest): string {
  return request.protocol === 'https' ? '__Host-f2e' : 'f2e_session';
}

/** Returns the session token that the browser sent. */
export function sessionToken(request: FastifyRequest): string | undefined {
  return request.cookies[sessionCookieName(request)];
}

/** Sets the session cookies; both expire with the session at the latest. */
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

/** Clears both session cookies. */
export function clearSessionCookies(request: FastifyRequest, reply: FastifyReply): void {
  const common = { path: '/', secure: request.protocol === 'https', sameSite: 'lax' } as const;
  reply.clearCookie(sessionCookieName(request), { ...common, httpOnly: true });
  reply.clearCookie(ACCESS_COOKIE, common);
}

/**
 * Returns the name of the cookie for a login between its two steps; no page of another site can cause the browser to
 * send it.
 */
function stepCookieName(request: FastifyRequest): string {
  return request.protocol === 'https' ? '__Host-f2e-step' : 'f2e_step';
}

const stepCookie = (request: FastifyRequest) =>
  ({ path: '/', secure: request.protocol === 'https', sameSite: 'strict', httpOnly: true }) as const;

/** Returns the token of a login that waits for its second step, as the browser sent it. */
export function stepToken(request: FastifyRequest): string | undefined {
  return request.cookies[stepCookieName(request)];
}

/** Lets this browser, and no other, continue a login. */
export function setStepCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  step: { token: string; seconds: number },
): void {
  reply.setCookie(stepCookieName(request), step.token, { ...stepCookie(request), maxAge: step.seconds });
}

/** Clears the step cookie; the login is over. */
export function clearStepCookie(request: FastifyRequest, reply: FastifyReply): void {
  reply.clearCookie(stepCookieName(request), stepCookie(request));
}

/**
 * Returns the name of the cookie for a login at a single sign-on provider; the browser also sends it when it follows a
 * link from the provider's page.
 */
function signOnCookieName(request: FastifyRequest): string {
  return request.protocol === 'https' ? '__Host-f2e-sso' : 'f2e_sso';
}

const signOnCookie = (request: FastifyRequest) =>
  ({ path: '/', secure: request.protocol === 'https', sameSite: 'lax', httpOnly: true }) as const;

/** Returns the token of a single sign-on login, as the browser sent it on its return from the provider. */
export function signOnToken(request: FastifyRequest): string | undefined {
  return request.cookies[signOnCookieName(request)];
}

/** Lets this browser, and no other, return from a provider. */
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

/** Clears the sign-on cookie; the browser is back. */
export function clearSignOnCookie(request: FastifyRequest, reply: FastifyReply): void {
  reply.clearCookie(signOnCookieName(request), signOnCookie(request));
}
