import type { FastifyReply, FastifyRequest } from 'fastify';

import {
  operatorBeginSignOn,
  operatorFinishSignOn,
  operatorProviders,
} from '#contract/identity/operator-sign-on.admin.ts';
import type { SessionService } from '#server/features/identity/sessions/session.service.ts';
import { loginFrom } from '#server/kit/login-from.ts';
import { mount } from '#server/kit/mount.ts';
import type { App } from '#server/kit/mount.ts';
import {
  OPERATOR_PATH,
  clearOperatorSignOnCookie,
  operatorSignOnToken,
  operatorToken,
  setOperatorCookies,
  setOperatorSignOnCookie,
  setOperatorStepCookie,
} from '#server/kit/operator-cookies.ts';

import { callbackOf, returnedTo } from './callback.ts';
import type { OperatorSignOn } from './operator-sign-on.service.ts';
import { mountLogoutForm, refuseFrames } from './flow.routes.ts';

/** Dependencies of the calls. */
export interface OperatorSignOnParts {
  service: OperatorSignOn;
  sessions: SessionService;
  publicPath: string;
}

const PATH = `${OPERATOR_PATH}/api/sso`;

/** Mounts single sign-on of operators (spec http-api 12.49). */
export function mountOperatorSignOn(app: App, parts: OperatorSignOnParts): void {
  const { service, sessions, publicPath } = parts;
  const home = `${publicPath}${OPERATOR_PATH}`;
  const callback = (request: FastifyRequest, provider: number) =>
    callbackOf(request, publicPath, provider, PATH);

  mount(app, operatorProviders, async () => ({
    providers: (await service.providers()).map(({ id, name }) => ({ id: String(id), name })),
  }));

  mount(app, operatorBeginSignOn, async ({ params: { provider }, request, reply }) => {
    refuseFrames(request);
    const redirectUri = callback(request, provider);
    const begun = await service.begin(provider, { redirectUri, address: request.ip });
    if (begun.kind !== 'go') return await reply.redirect(`${home}?sso=${begun.kind}`, 302);
    setOperatorSignOnCookie(request, reply, { ...begun, publicPath });
    return await reply.redirect(begun.url, 302);
  });

  mount(app, operatorFinishSignOn, async ({ params: { provider }, request, reply }) => {
    refuseFrames(request);
    const url = returnedTo(callback(request, provider), request.url);
    const token = operatorSignOnToken(request);
    clearOperatorSignOnCookie(request, reply, publicPath);
    const outcome = await service.finish(provider, { token, url, address: request.ip });
    if (outcome.kind !== 'proved') return await reply.redirect(`${home}?sso=${outcome.kind}`, 302);
    const query = await open(outcome.subject, request, reply);
    return await reply.redirect(`${home}${query}`, 302);
  });

  /** Opens a session, or lets the browser continue with the second step. Returns the matching query string. */
  type Subject = Parameters<SessionService['secondStepOf']>[0];
  const open = async (subject: Subject, request: FastifyRequest, reply: FastifyReply): Promise<string> => {
    const step = await sessions.secondStepOf(subject);
    if (step) {
      setOperatorStepCookie(request, reply, { ...step, publicPath });
      return '?step=code';
    }
    const session = await sessions.open(subject, loginFrom(request), operatorToken(request));
    setOperatorCookies(request, reply, { ...session, publicPath });
    return '';
  };

  mountLogoutForm(app, PATH, async (provider, token, { address }) => {
    await service.logout(provider, token, address);
  });
}
