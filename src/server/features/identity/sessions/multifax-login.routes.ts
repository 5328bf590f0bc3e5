import type { FastifyRequest } from 'fastify';

import {
  agreeToHandOver,
  askHandOver,
  getMultifaxNode,
  getNodeData,
  openTicket,
} from '#contract/identity/multifax-login.ts';
import { AppError } from '#server/kit/app-error.ts';
import { sessionToken, setSessionCookies } from '#server/kit/cookies.ts';
import { FIRST_PAGES } from '#server/kit/first-pages.ts';
import { isArrival } from '#server/kit/gate.ts';
import { done, mount } from '#server/kit/mount.ts';
import type { App } from '#server/kit/mount.ts';

import type { Arrival, HandOver } from './hand-over.ts';
import { loginFrom } from '#server/kit/login-from.ts';
import { letIn } from './session.routes.ts';
import type { SessionService } from './session.service.ts';

/** Mounts the administrators' login and one-time tickets (spec http-api 1.9, 1.10). `node` serves every brand. */
export function mountMultifaxLogin(
  app: App,
  { sessions, handOver }: { sessions: SessionService; handOver: HandOver },
  { publicPath, node }: { publicPath: string; node: string },
): void {
  mount(app, getMultifaxNode, async ({ body, request, reply }) => {
    const { username, password } = body;
    const from = loginFrom(request);
    const subject = await sessions.authenticateAdministrator(username, password, from);
    // The requested host decides, not the one in the body, because this call opens the session.
    const where = await sessions.whereTo(subject, request.hostname, from);
    if (where.redirect === '') await letIn(sessions, subject, request, reply);
    return {
      status: true,
      node: where.node,
      kind: subject.kind,
      redirect: { status: where.redirect !== '', domain: where.redirect },
    };
  });

  // An installation has one node, which is every host's default.
  mount(app, getNodeData, async () => await Promise.resolve({ status: true, node }));
  mountTickets(app, handOver, publicPath);
}

function mountTickets(app: App, handOver: HandOver, publicPath: string): void {
  mount(app, openTicket, async ({ query, request, reply }) => {
    const fetchMode = request.headers['sec-fetch-mode'];
    // Rejects an image or frame on another site's page. If a browser sends no fetch mode, the user is asked.
    if (fetchMode !== undefined && !isArrival(request)) throw new AppError('ORIGIN_NOT_ALLOWED');
    const outcome = await handOver.arrive(arrivalOf(request, query.ticket), fetchMode !== undefined);
    if (outcome.kind === 'used') return await reply.redirect(`${publicPath}/login?link=used`, 302);
    // The fragment after «#» is not sent to any server and appears in no log.
    if (outcome.kind === 'ask')
      return await reply.redirect(`${publicPath}/continue-as#${outcome.ticket}`, 302);
    // The portal has already let this user in, with whatever steps it requires.
    setSessionCookies(request, reply, outcome.session);
    return await reply.redirect(`${publicPath}${FIRST_PAGES[outcome.as]}`, 302);
  });

  mount(
    app,
    askHandOver,
    async ({ body, request }) => await handOver.question(arrivalOf(request, body.ticket)),
  );

  mount(app, agreeToHandOver, async ({ body, request, reply }) => {
    const session = await handOver.agree(arrivalOf(request, body.ticket));
    setSessionCookies(request, reply, session);
    return { ...done, node: session.node, kind: session.kind };
  });
}

function arrivalOf(request: FastifyRequest, ticket: string): Arrival {
  return { ticket, standing: sessionToken(request), from: loginFrom(request) };
}
