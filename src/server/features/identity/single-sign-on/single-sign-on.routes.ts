import type { FastifyReply } from 'fastify';

import { signOnFor } from '#contract/identity/administration-sign-on.ts';
import { beginSignOn, finishSignOn, signOnProviders } from '#contract/identity/single-sign-on.ts';
import type { SignOnFault } from '#contract/identity/single-sign-on.ts';
import type { SessionService } from '#server/features/identity/sessions/session.service.ts';
import {
  clearSignOnCookie,
  sessionToken,
  setSessionCookies,
  setSignOnCookie,
  signOnToken,
} from '#server/kit/cookies.ts';
import { FIRST_PAGES } from '#server/kit/first-pages.ts';
import { brandOf } from '#server/kit/front-door.ts';
import { loginFrom } from '#server/kit/login-from.ts';
import type { LoginFrom } from '#server/kit/login-from.ts';
import { mount } from '#server/kit/mount.ts';
import type { App } from '#server/kit/mount.ts';

import { callbackOf, returnedTo } from './callback.ts';
import type { ProvedSubject, SingleSignOn } from './single-sign-on.service.ts';
import { mountLogoutForm, refuseFrames } from './flow.routes.ts';

type OpenedSession = Awaited<ReturnType<SessionService['open']>>;

/** Dependencies of the calls. */
export interface SignOnParts {
  service: SingleSignOn;
  /** Opens the session; if this browser is logged in as somebody else, returns a ticket for asking the user. */
  welcome(
    subject: ProvedSubject,
    browser: { standing: string | undefined; from: LoginFrom },
  ): Promise<
    { kind: 'opened'; session: OpenedSession; as: 'user' | 'multifax' } | { kind: 'ask'; ticket: string }
  >;
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
    byAddress: await service.hasProvidersByAddress(brandOf(request)),
  }));

  mount(app, signOnFor, async ({ body, request }) => ({
    providers: (await service.providersFor(body.email, loginFrom(request))).map(({ id, name }) => ({
      id: String(id),
      name,
    })),
  }));

  mount(app, beginSignOn, async ({ params, request, reply }) => {
    refuseFrames(request);
    const begun = await service.begin(
      params.provider,
      callbackOf(request, publicPath, params.provider),
      loginFrom(request),
    );
    if (begun.kind !== 'go') return await toLogin(reply, publicPath, begun.kind);
    setSignOnCookie(request, reply, begun);
    return await reply.redirect(begun.url, 302);
  });

  mount(app, finishSignOn, async ({ params, request, reply }) => {
    refuseFrames(request);
    const from = loginFrom(request);
    const url = returnedTo(callbackOf(request, publicPath, params.provider), request.url);
    clearSignOnCookie(request, reply);
    const outcome = await service.finish(params.provider, { token: signOnToken(request), url, from });
    if (outcome.kind === 'tested') return await reply.redirect(`${publicPath}/multifax/single-sign-on`, 302);
    if (outcome.kind !== 'proved') return await toLogin(reply, publicPath, outcome.kind);
    const welcome = await parts.welcome(outcome.subject, { standing: sessionToken(request), from });
    // The fragment after «#» is not sent to any server and appears in no log.
    if (welcome.kind === 'ask')
      return await reply.redirect(`${publicPath}/continue-as#${welcome.ticket}`, 302);
    setSessionCookies(request, reply, welcome.session);
    return await reply.redirect(`${publicPath}${FIRST_PAGES[welcome.as]}`, 302);
  });

  mountLogoutForm(app, '/sso', async (provider, token, from) => await service.logout(provider, token, from));
}

async function toLogin(reply: FastifyReply, publicPath: string, fault: SignOnFault): Promise<FastifyReply> {
  return await reply.redirect(`${publicPath}/login/email?sso=${fault}`, 302);
}
