import type { FastifyReply, FastifyRequest } from 'fastify';

import { openTicket } from '#contract/identity/multifax-login.ts';
import { AppError } from '#server/kit/app-error.ts';
import { sessionToken } from '#server/kit/cookies.ts';
import { FIRST_PAGES } from '#server/kit/first-pages.ts';
import type { App } from '#server/kit/mount.ts';

import type { HandOver } from './hand-over.ts';
import { loginFrom } from '#server/kit/login-from.ts';
import { askSecondStep, letIn } from './session.routes.ts';
import type { SessionService } from './session.service.ts';

/** Enough for a form with three short fields. */
const MAX_FORM_BYTES = 4096;

/** The two login pages. */
const LOGIN_PAGES = [
  { page: '/login', kind: 'user' },
  { page: '/multifax/login', kind: 'multifax' },
] as const;
type LoginPage = (typeof LOGIN_PAGES)[number];

/** Dependencies of a handed-over login. */
interface Logins {
  sessions: SessionService;
  handOver: HandOver;
}

/**
 * Accepts a login that another brand's page hands over with a form (spec http-api 1.7). The gate has already refused
 * foreign origins. A form without any Origin is refused here: otherwise any page could log a visitor in to an account
 * of its choice.
 */
export function mountHandedOverLogin(app: App, logins: Logins, publicPath: string): void {
  app.register(async (scope) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: MAX_FORM_BYTES },
      (_, body, parsed) => parsed(null, new URLSearchParams(body as string)),
    );
    for (const login of LOGIN_PAGES) {
      scope.post(login.page, async (request, reply) => {
        if (request.headers.origin === undefined) throw new AppError('ORIGIN_NOT_ALLOWED');
        try {
          const next = await takeOver(logins, login, request, reply);
          const target = next.host === '' ? '' : `${request.protocol}://${next.host}`;
          return await reply.redirect(`${target}${publicPath}${next.path}`, 303);
        } catch (error) {
          if (!(error instanceof AppError)) throw error;
          const mark = error.code === 'SECOND_STEP_NEEDED' ? 'step' : 'error';
          return await reply.redirect(`${publicPath}${login.page}?${mark}=1`, 303);
        }
      });
    }
  });
}

/** Opens the session and returns where to continue, on this host or another. */
async function takeOver(
  { sessions, handOver }: Logins,
  login: LoginPage,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<{ host: string; path: string }> {
  const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
  const [username, password] = [form.get('username') ?? '', form.get('password') ?? ''];
  const [from, host] = [loginFrom(request), request.hostname];
  const subject =
    login.kind === 'user'
      ? await sessions.authenticate({ username, anyBrand: true }, password, from)
      : await sessions.authenticateAdministrator(username, password, from);
  const { redirect } = await sessions.whereTo(subject, host, from);
  // Never pass credentials on twice: two brands that disagree would redirect in a loop.
  if (redirect) return { host: redirect, path: login.page };
  if (await mayReplace(handOver, request, from.brandId)) {
    await letIn(sessions, subject, request, reply);
    return { host: '', path: FIRST_PAGES[subject.kind] };
  }
  await askSecondStep(sessions, subject, request, reply);
  const query = new URLSearchParams({ ticket: await handOver.ticketFor(subject, from.address) });
  return { host: '', path: `${openTicket.path}?${query.toString()}` };
}

/**
 * Whether this browser certainly has no session here. A form from another site's page arrives without cookies
 * (SameSite=Lax), so only the next page can check.
 */
async function mayReplace(handOver: HandOver, request: FastifyRequest, brandId: number): Promise<boolean> {
  const ownOrigin = `${request.protocol}://${request.host}`.toLowerCase();
  return (
    request.headers.origin?.toLowerCase() === ownOrigin &&
    !(await handOver.standsFor(sessionToken(request), brandId))
  );
}
