import type { FastifyRequest } from 'fastify';

import { changePassword } from '#contract/identity/account-security.ts';
import {
  forgotPassword,
  passwordRules,
  resetLogins,
  resetPassword,
  verifyAccount,
} from '#contract/identity/passwords.ts';
import { wireWaysIn } from '#server/features/identity/sessions/other-logins/ways-in.service.ts';
import { setSessionCookies } from '#server/kit/cookies.ts';
import { brandOf } from '#server/kit/front-door.ts';
import type { Messages } from '#server/kit/messages.ts';
import { done, mount } from '#server/kit/mount.ts';
import type { App } from '#server/kit/mount.ts';

import type { Passwords } from './password.service.ts';
import type { FollowedLink, LinkFrom } from './reset-password.ts';
import type { Verification } from './verify-account.ts';

/** Mounts password rules, forgotten, reset and changed passwords, and verification (spec http-api 1.4, 1.12 to 1.14, 6.3). */
export function mountPassword(
  app: App,
  passwords: Passwords,
  { messages, zone }: { messages: Messages; zone: string },
): void {
  mount(
    app,
    passwordRules,
    async ({ query, request }) => await passwords.rulesOf(query.fax_domain, messages.languageOf(request)),
  );

  mount(app, forgotPassword, async ({ body, request }) => {
    await passwords.forgot({
      faxNumber: body.faxnumber,
      username: body.username,
      host: body.domain,
      address: request.ip,
    });
    return done;
  });

  mount(app, resetPassword, async ({ body, request }) => {
    const input = { password: body.new_password, keep: body.keep ?? 'older' } as const;
    await passwords.reset(linkOf(body), input, linkFrom(request));
    return done;
  });

  mount(app, resetLogins, async ({ body, request }) => ({
    logins: wireWaysIn(await passwords.waysInOf(linkOf(body), linkFrom(request)), zone),
  }));

  mount(app, verifyAccount, async ({ body, request }) => {
    const flags = flagsOf(await passwords.verify(body, linkFrom(request)));
    return { ...flags, verification: flags };
  });

  mount(app, changePassword, async ({ body, caller, request, reply }) => {
    setSessionCookies(request, reply, await passwords.change(caller, body));
    return done;
  });
}

function linkFrom(request: FastifyRequest): LinkFrom {
  return { address: request.ip, brandId: brandOf(request) };
}

function linkOf(body: { verify: string; id: number | ''; key: string; token: string }): FollowedLink {
  return body.verify === '1' ? { id: body.id === '' ? 0 : body.id, key: body.key } : { token: body.token };
}

/** Returns the flags for each outcome (spec http-api 1.14). */
function flagsOf(outcome: Verification) {
  const good = outcome === 'needs-password' || outcome === 'verified';
  return {
    valid: good || outcome === 'already-verified',
    expired: outcome === 'expired',
    alreadyVerified: outcome === 'already-verified',
    redirectVerify: outcome === 'needs-password',
    verify: good ? ('1' as const) : ('' as const),
  };
}
