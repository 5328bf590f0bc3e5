import type { FastifyReply, FastifyRequest } from 'fastify';

import { beginSignOn, finishSignOn, signOnProviders } from '#contract/identity/single-sign-on.ts';
import type { SignOnFault } from '#contract/identity/single-sign-on.ts';
import { idIn } from '#contract/kit/wire.ts';
import type { SessionService } from '#server/features/identity/sessions/session.service.ts';
import { AppError } from '#server/kit/app-error.ts';
import {
  clearSignOnCookie,
  sessionToken,
  setSessionCookies,
  setSignOnCookie,
  signOnToken,
} from '#server/kit/cookies.ts';
import { brandOf } from '#server/kit/front-door.ts';
import { isArrival } from '#server/kit/gate.ts';
import { loginFrom } from '#server/kit/login-from.ts';
import type { LoginFrom } from '#server/kit/login-from.ts';
import { mount } from '#server/kit/mount.ts';
import type { App } from '#server/kit/mount.ts';

import type { ProvedSubject, SingleSignOn } from './single-sign-on.service.ts';

/** One token of a few hundred characters. */
const MAX_FORM_BYTES = 16 * 1024;

type OpenedSession = Awaited<ReturnType<SessionService['open']>>;

/** What the calls stand on. */
export interface SignOnParts {
  service: SingleSignOn;
  /** Opens the session, or gives a ticket to ask with where this browser is logged in as somebody else. */
  welcome(
    subject: ProvedSubject,
    browser: { standing: string | undefined; from: LoginFrom },
  ): Promise<{ kind: 'opened'; session: OpenedSession } | { kind: 'ask'; ticket: string }>;
  publicPath: string;
}

/** Mounts single sign-on (spec http-api 12.42). */
export function mountSingleSignOn(app: App, parts: SignOnParts): void {
  const { service, publicPath } = parts;
  mount(app, signOnProviders, async ({ request }) => ({
    providers: (await service.providersOf(brandOf(request))).map(({ id, name }) => ({
      id: String(id),
      name,
    })),
  }));

  mount(app, beginSignOn, async ({ params, request, reply }) => {
    refuseFrames(request);
    const begun = await service.begin(params.provider, callbackOf(request, parts), loginFrom(request));
    if (begun.kind !== 'go') return await toLogin(reply, publicPath, begun.kind);
    setSignOnCookie(request, reply, begun);
    return await reply.redirect(begun.url, 302);
  });

  mount(app, finishSignOn, async ({ params, request, reply }) => {
    refuseFrames(request);
    const from = loginFrom(request);
    const url = new URL(callbackOf(request, parts));
    url.search = new URL(request.url, url).search;
    clearSignOnCookie(request, reply);
    const outcome = await service.finish(params.provider, { token: signOnToken(request), url, from });
    if (outcome.kind !== 'proved') return await toLogin(reply, publicPath, outcome.kind);
    const welcome = await parts.welcome(outcome.subject, { standing: sessionToken(request), from });
    // After «#» it is sent to no server and stands in no log.
    if (welcome.kind === 'ask')
      return await reply.redirect(`${publicPath}/continue-as#${welcome.ticket}`, 302);
    setSessionCookies(request, reply, welcome.session);
    return await reply.redirect(`${publicPath}/dashboard?handoff=1`, 302);
  });

  mountLogout(app, service);
}

/** Takes logout tokens (OpenID Connect Back-Channel Logout 1.0, 2.5): a form that the provider's server posts. */
function mountLogout(app: App, service: SingleSignOn): void {
  app.register(async (scope) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: MAX_FORM_BYTES },
      (_, body, parsed) => parsed(null, new URLSearchParams(body as string)),
    );
    scope.post<{ Params: { provider: string } }>('/sso/:provider/logout', async (request, reply) => {
      const id = idIn.safeParse(request.params.provider);
      if (!id.success) throw new AppError('NOT_FOUND');
      const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
      reply.header('cache-control', 'no-store');
      await service.logout(id.data, form.get('logout_token') ?? '', loginFrom(request));
      return await reply.code(200).send();
    });
  });
}

/** Where the provider sends the browser back to: this host, which has to be among those registered there. */
function callbackOf(request: FastifyRequest, { publicPath }: SignOnParts): string {
  const { provider } = request.params as { provider: string };
  // As browsers write it: providers compare it letter by letter.
  return new URL(`${request.protocol}://${request.host}${publicPath}/sso/${provider}/callback`).href;
}

/** An image or a frame of another site's page begins and ends no login; browsers that say nothing are let through. */
function refuseFrames(request: FastifyRequest): void {
  if (request.headers['sec-fetch-mode'] !== undefined && !isArrival(request))
    throw new AppError('ORIGIN_NOT_ALLOWED');
}

async function toLogin(reply: FastifyReply, publicPath: string, fault: SignOnFault): Promise<FastifyReply> {
  return await reply.redirect(`${publicPath}/login/email?sso=${fault}`, 302);
}
