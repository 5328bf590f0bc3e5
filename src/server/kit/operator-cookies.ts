import '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** The path of everything in the operator console, including its cookies: no other page or call receives them. */
export const OPERATOR_PATH = '/operator';
/** Readable by the console's script, worth nothing without the session cookie. */
const OPERATOR_ACCESS_COOKIE = 'operator-access-token';

function operatorCookieName(request: FastifyRequest, name: 'session' | 'step' | 'sso'): string {
  return request.protocol === 'https' ? `__Secure-f2e-operator-${name}` : `f2e_operator_${name}`;
}

/**
 * Returns the options of a console cookie: browsers never send it with a request that another site causes, not even by
 * a link.
 */
const operatorCookie = (request: FastifyRequest, publicPath: string) =>
  ({
    path: `${publicPath}${OPERATOR_PATH}`,
    secure: request.protocol === 'https',
    sameSite: 'strict',
  }) as const;

/** Returns the session token of the operator console that the browser sent. */
export function operatorToken(request: FastifyRequest): string | undefined {
  return request.cookies[operatorCookieName(request, 'session')];
}

/** Returns the token of an operator's login that waits for its second step, as the browser sent it. */
export function operatorStepToken(request: FastifyRequest): string | undefined {
  return request.cookies[operatorCookieName(request, 'step')];
}

/** Sets the cookies of a console session and clears the step cookie of its login. */
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

/** Lets this browser continue an operator's login. */
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

/** Clears the cookies of a console session. */
export function clearOperatorCookies(request: FastifyRequest, reply: FastifyReply, publicPath: string): void {
  const common = operatorCookie(request, publicPath);
  reply.clearCookie(operatorCookieName(request, 'session'), { ...common, httpOnly: true });
  reply.clearCookie(OPERATOR_ACCESS_COOKIE, common);
}

/**
 * Returns the options of the sign-on cookie, which the browser must also send when it follows a link from the
 * provider's page.
 */
const signOnCookie = (request: FastifyRequest, publicPath: string) =>
  ({ ...operatorCookie(request, publicPath), sameSite: 'lax', httpOnly: true }) as const;

/** Returns the token of an operator's single sign-on login, as the browser sent it on its return from the provider. */
export function operatorSignOnToken(request: FastifyRequest): string | undefined {
  return request.cookies[operatorCookieName(request, 'sso')];
}

/** Lets this browser, and no other, return from a provider. */
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

/** Clears the sign-on cookie; the browser is back. */
export function clearOperatorSignOnCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  publicPath: string,
): void {
  reply.clearCookie(operatorCookieName(request, 'sso'), signOnCookie(request, publicPath));
}
