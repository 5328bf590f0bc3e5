import {
  beginSecondStep,
  confirmSecondStep,
  endSecondStep,
  renewRecoveryCodes,
  secondStep,
  takeSecondStep,
} from '#contract/identity/second-factor.ts';
import { formatWireTime } from '#contract/kit/wire.ts';
import { AppError } from '#server/kit/app-error.ts';
import { clearStepCookie, sessionToken, setSessionCookies, stepToken } from '#server/kit/cookies.ts';
import { done, doneWith, mount } from '#server/kit/mount.ts';
import type { App } from '#server/kit/mount.ts';
import { loginFrom } from '#server/kit/login-from.ts';
import type { SessionService } from '#server/features/identity/sessions/session.service.ts';

import type { SecondStepService } from './second-step.service.ts';

/** Mounts the setup of two-step login, and the second step of a login (spec http-api 12.8). `zone` is the server's. */
export function mountSecondStep(
  app: App,
  { service, sessions, zone }: { service: SecondStepService; sessions: SessionService; zone: string },
): void {
  mount(app, secondStep, async ({ caller }) => {
    const state = await service.stateOf(caller);
    return {
      on: state !== undefined,
      since: state ? formatWireTime(state.since, zone) : null,
      recoveryLeft: state?.recoveryLeft ?? 0,
    };
  });
  mount(app, beginSecondStep, async ({ caller, body }) => {
    return doneWith(await service.begin(caller, body.password));
  });
  mount(app, confirmSecondStep, async ({ caller, body }) =>
    doneWith({ recoveryCodes: await service.confirm(caller, body.code) }),
  );
  mount(app, endSecondStep, async ({ caller, body }) => {
    await service.end(caller, body.password);
    return done;
  });
  mount(app, renewRecoveryCodes, async ({ caller, body }) =>
    doneWith({ recoveryCodes: await service.renewCodes(caller, body.password) }),
  );
  mount(app, takeSecondStep, async ({ body, request, reply }) => {
    const owner = await service.takeStep(stepToken(request), body.code, request.ip);
    const from = loginFrom(request);
    // Operators can log in only at the console.
    const subject = owner.kind === 'operator' ? undefined : await sessions.subjectOf(owner);
    if (subject?.brandId !== from.brandId) throw new AppError('SECOND_STEP_OVER');
    const session = await sessions.open(subject, from, sessionToken(request));
    clearStepCookie(request, reply);
    setSessionCookies(request, reply, session);
    return { ...done, node: session.node, kind: subject.kind };
  });
}
