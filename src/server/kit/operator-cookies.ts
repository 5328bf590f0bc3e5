import '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Where everything of the operator console lives, and its cookies with it: no other page or call gets to see them. */
export const OPERATOR_PATH = '/operator';
/** Readable by the console's script, worth nothing without the session cookie. */
const OPERATOR_ACCESS_COOKIE = 'operator-access-token';

function operatorCookieName(request: FastifyRequest, name: 'session' | 'step' | 'sso'): string {
  return request.protocol === 'https' ? `__Secure-f2e-operator-${name}` : `f2e_operator_${name}`;
}

/** No page of another site may bring it along, not even by a link. */
const operatorCookie = (request: FastifyRequest, publicPath: string) =>
  ({
    path: `${publicPath}${OPERATOR_PATH}`,
    secure: request.protocol === 'https',
    sameSite: 'strict',
  }) as const;

/** The session token of the operator console that the browser sent. */
export function operatorToken(request: FastifyRequest): string | undefined {
  return request.cookies[operatorCookieName(request, 'session')];
}

/** What the browser sent of an operator's login that waits for its second step. */
export function operatorStepToken(request: FastifyRequest): string | undefined {
  return request.cookies[operatorCookieName(request, 'step')];
}

/** Gives the browser a session of the console; a login that waited for it is over. */
export function setOperatorCookies(
  request: FastifyRequest,
  reply: FastifyReply,
  session: { token: string; accessToken: string; seconds: number; publicPath: string },
): void {
  const common = { ...operatorCookie(request, session.publicPath), maxAge: session.seconds };
  reply.setCookie(operatorCookieName(request, 'session'), session.token, { ...common, httpOnly: true });
  reply.setCookie(OPERATOR_ACCESS_COOKIE, session.accessToken, common);
  reply.clearCookie(operatorCookieName(request, 'step'), {
    ...operatorCookie(request, session.publicPath),
    httpOnly: true,
  });
}

/** Lets this browser go on with an operator's login. */
export function setOperatorStepCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  step: { token: string; seconds: number; publicPath: string },
): void {
  reply.setCookie(operatorCookieName(request, 'step'), step.token, {
    ...operatorCookie(request, step.publicPath),
    httpOnly: true,
    maxAge: step.seconds,
  });
}

/** Takes the session of the console back. */
export function clearOperatorCookies(request: FastifyRequest, reply: FastifyReply, publicPath: string): void {
  const common = operatorCookie(request, publicPath);
  reply.clearCookie(operatorCookieName(request, 'session'), { ...common, httpOnly: true });
  reply.clearCookie(OPERATOR_ACCESS_COOKIE, common);
}

/** It comes back with a link from the provider's page. */
const signOnCookie = (request: FastifyRequest, publicPath: string) =>
  ({ ...operatorCookie(request, publicPath), sameSite: 'lax', httpOnly: true }) as const;

/** What the browser brought back from a provider of single sign-on. */
export function operatorSignOnToken(request: FastifyRequest): string | undefined {
  return request.cookies[operatorCookieName(request, 'sso')];
}

/** Lets this browser, and no other, come back from a provider. */
export function setOperatorSignOnCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  attempt: { token: string; seconds: number; publicPath: string },
): void {
  reply.setCookie(operatorCookieName(request, 'sso'), attempt.token, {
    ...signOnCookie(request, attempt.publicPath),
    maxAge: attempt.seconds,
  });
}

/** The browser is back. */
export function clearOperatorSignOnCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  publicPath: string,
): void {
  reply.clearCookie(operatorCookieName(request, 'sso'), signOnCookie(request, publicPath));
}
