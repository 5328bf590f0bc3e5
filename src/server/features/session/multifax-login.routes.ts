import { getMultifaxNode, getNodeData, openTicket } from '#contract/multifax-login.ts';
import { sessionToken, setSessionCookies } from '#server/kit/cookies.ts';
import { mount } from '#server/kit/mount.ts';
import type { App } from '#server/kit/mount.ts';

import { letIn, loginFrom } from './session.routes.ts';
import type { SessionService } from './session.service.ts';

/** Where each kind of session begins when a portal has logged the browser in (contract 1.9). */
const FIRST_PAGES = { user: '/dashboard?handoff=1', multifax: '/multifax/login?auto-login=1' } as const;

/** Mounts the administrators' login and one-time tickets (contract 1.9, 1.10). `node` serves every brand. */
export function mountMultifaxLogin(
  app: App,
  sessions: SessionService,
  { publicPath, node }: { publicPath: string; node: string },
): void {
  mount(app, getMultifaxNode, async ({ body, request, reply }) => {
    const { username, password, domain } = body;
    const from = loginFrom(request);
    const parent = await sessions.authenticateParent({ username, host: domain }, password, from);
    const where = await sessions.whereTo(parent, domain);
    if (where.redirect === '') await letIn(sessions, parent, request, reply);
    return {
      status: true,
      node: where.node,
      redirect: { status: where.redirect !== '', domain: where.redirect },
    };
  });

  // One installation has one node: every host's default one.
  mount(app, getNodeData, async () => await Promise.resolve({ status: true, node }));

  mount(app, openTicket, async ({ query, request, reply }) => {
    const subject = await sessions.redeem(query.ticket);
    if (!subject) return await reply.redirect(`${publicPath}/login?link=used`, 302);
    // The portal has let this person in, by whatever steps it asks for.
    setSessionCookies(
      request,
      reply,
      await sessions.open(subject, loginFrom(request), sessionToken(request)),
    );
    return await reply.redirect(`${publicPath}${FIRST_PAGES[subject.kind]}`, 302);
  });
}
