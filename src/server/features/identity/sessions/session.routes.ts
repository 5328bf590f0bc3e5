import type { FastifyReply, FastifyRequest } from 'fastify';

import { checkAuthToken, getNode, login, logout } from '#contract/identity/sessions.ts';
import { AppError } from '#server/kit/app-error.ts';
import { clearSessionCookies, sessionToken, setSessionCookies, setStepCookie } from '#server/kit/cookies.ts';
import { done, mount } from '#server/kit/mount.ts';
import type { App } from '#server/kit/mount.ts';
import { isStorable } from '#server/kit/storable-text.ts';

import { loginFrom } from '#server/kit/login-from.ts';
import type { SessionService } from './session.service.ts';
import type { OpenedSession } from './session-types.ts';
import type { LoginSubject } from './session.store.ts';

/** Longer than any name and password that we accept; a bigger header is an attack (A-AUTH-06). */
const MAX_AUTHORIZATION = 1024;

/** Mounts node lookup, login, the session check and logout (spec http-api 1.5 to 1.11). */
export function mountSession(app: App, sessions: SessionService): void {
  mount(app, getNode, async ({ body, request }) => {
    const who = { username: body.username, anyBrand: true };
    const from = loginFrom(request);
    const account = await sessions.authenticate(who, body.password, from);
    const { node, redirect } = await sessions.whereTo(account, body.domain || request.hostname, from);
    return { status: true, node, redirect: { status: redirect !== '', domain: redirect } };
  });

  mount(app, login, async ({ request, reply }) => {
    const { username, password } = basicCredentials(request);
    const account = await sessions.authenticate({ username }, password, loginFrom(request));
    const session = await letIn(sessions, account, request, reply);
    return { ...done, node: session.node, kind: account.kind };
  });

  mount(app, checkAuthToken, async ({ request }) => {
    const session = request.session;
    if (!session || session.kind === 'task' || session.kind === 'operator')
      throw new AppError('AUTH_REQUIRED');
    return { valid: true as const, kind: session.kind, node: session.node, expiresIn: session.expiresIn };
  });

  mount(app, logout, async ({ request, reply }) => {
    const token = sessionToken(request);
    if (token) await sessions.close(token, request.ip);
    clearSessionCookies(request, reply);
    reply.header('clear-site-data', '"cache", "storage"');
    return done;
  });
}

/**
 * Opens the session after a correct password. If the owner has two-step login, sets a cookie to continue with instead
 * and throws SECOND_STEP_NEEDED (spec http-api 12.8).
 */
export async function letIn(
  sessions: SessionService,
  subject: LoginSubject,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<OpenedSession> {
  await askSecondStep(sessions, subject, request, reply);
  const session = await sessions.open(subject, loginFrom(request), sessionToken(request));
  setSessionCookies(request, reply, session);
  return session;
}

/** If the owner has two-step login, sets a cookie to continue with and throws SECOND_STEP_NEEDED. */
export async function askSecondStep(
  sessions: SessionService,
  subject: LoginSubject,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const step = await sessions.secondStepOf(subject);
  if (!step) return;
  setStepCookie(request, reply, step);
  throw new AppError('SECOND_STEP_NEEDED');
}

/**
 * Reads Basic credentials: UTF-8, split at the first colon (RFC 7617). Anything else is wrong, including two headers:
 * Node keeps the first, and a proxy in front may have checked the other (A-AUTH-06).
 */
function basicCredentials(request: FastifyRequest): { username: string; password: string } {
  const header = request.headers.authorization ?? '';
  const names = request.raw.rawHeaders.filter((name, at) => at % 2 === 0 && /^authorization$/i.test(name));
  const encoded =
    names.length === 1 && header.length <= MAX_AUTHORIZATION
      ? /^Basic ([A-Za-z0-9+/]+={0,2})$/i.exec(header)?.[1]
      : undefined;
  const decoded = encoded ? Buffer.from(encoded, 'base64').toString('utf8') : '';
  const colon = decoded.indexOf(':');
  if (colon < 0 || !isStorable(decoded)) throw new AppError('BAD_CREDENTIALS');
  return { username: decoded.slice(0, colon), password: decoded.slice(colon + 1) };
}
