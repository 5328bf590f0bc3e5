import type { FastifyRequest } from 'fastify';

import { formatWireTime } from '#contract/kit/wire.ts';
import {
  addPasskey,
  beginPasskey,
  beginPasskeyLogin,
  passkeyLogin,
  passkeys,
  removePasskey,
  renamePasskey,
} from '#contract/identity/passkeys.ts';
import type { SecondStepService } from '../second-step.service.ts';
import { loginFrom } from '#server/kit/login-from.ts';
import type { SessionService } from '#server/features/identity/sessions/session.service.ts';
import { AppError } from '#server/kit/app-error.ts';
import { sessionToken, setSessionCookies } from '#server/kit/cookies.ts';
import { done, doneWith, mount } from '#server/kit/mount.ts';
import type { App } from '#server/kit/mount.ts';

import type { PasskeyService, Site } from './passkeys.service.ts';

/** Dependencies of the calls. `labels` names the owner on the device, `zone` is the server's time zone. */
export interface PasskeyParts {
  service: PasskeyService;
  labels: Pick<SecondStepService, 'labelOf'>;
  sessions: SessionService;
  zone: string;
}

/** Mounts the passkeys of the signed-in user, and logging in with one (spec http-api 12.9). */
export function mountPasskeys(app: App, { service, labels, sessions, zone }: PasskeyParts): void {
  mount(app, passkeys, async ({ caller }) => {
    const rows = await service.list(caller);
    return {
      passkeys: rows.map(({ id, name, createdAt, lastUsedAt }) => ({
        id: String(id),
        name,
        createdAt: formatWireTime(createdAt, zone),
        lastUsedAt: lastUsedAt && formatWireTime(lastUsedAt, zone),
      })),
    };
  });
  mount(app, beginPasskey, async ({ caller, body, request }) => {
    const label = await labels.labelOf(caller);
    return doneWith({ ...(await service.begin(caller, body.password, siteOf(request), label)) });
  });
  mount(app, addPasskey, async ({ caller, body, request }) => {
    await service.add(caller, body.name, body.response, siteOf(request));
    return done;
  });
  mount(app, renamePasskey, async ({ caller, body }) => {
    await service.rename(caller, body.id, body.name);
    return done;
  });
  mount(app, removePasskey, async ({ caller, body }) => {
    await service.remove(caller, body.id);
    return done;
  });
  mountLogin(app, service, sessions);
}

function mountLogin(app: App, service: PasskeyService, sessions: SessionService): void {
  mount(app, beginPasskeyLogin, async ({ request }) =>
    doneWith({ ...(await service.beginLogin(siteOf(request), request.ip)) }),
  );
  mount(app, passkeyLogin, async ({ body, request, reply }) => {
    const site = siteOf(request);
    const subject = await sessions.subjectOf(await service.prove(body.response, site, request.ip));
    const from = loginFrom(request);
    // An account of another brand has to log in on its own brand's host, with a passkey for that host.
    if (subject?.brandId !== from.brandId) throw new AppError('PASSKEY_UNKNOWN');
    const session = await sessions.open(subject, from, sessionToken(request));
    setSessionCookies(request, reply, session);
    return { ...done, node: session.node, kind: subject.kind };
  });
}

/** Returns the site that the browser is on, as seen through trusted proxies. */
function siteOf(request: FastifyRequest): Site {
  return {
    host: request.hostname.toLowerCase(),
    origin: `${request.protocol}://${request.host.toLowerCase()}`,
  };
}
