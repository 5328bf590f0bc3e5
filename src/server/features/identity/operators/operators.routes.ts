import type { FastifyReply, FastifyRequest } from 'fastify';

import { formatWireTime } from '#contract/kit/wire.ts';
import {
  operatorBeginStep,
  operatorChangePassword,
  operatorConfirmStep,
  operatorEndStep,
  operatorLogin,
  operatorLogout,
  operatorSession,
  operatorTakeStep,
} from '#contract/identity/operators.admin.ts';
import type { SecondStepService } from '#server/features/identity/second-factor/second-step.service.ts';
import { loginFrom } from '#server/kit/login-from.ts';
import type { SessionService } from '#server/features/identity/sessions/session.service.ts';
import { AppError } from '#server/kit/app-error.ts';
import { done, doneWith, mount } from '#server/kit/mount.ts';
import type { App } from '#server/kit/mount.ts';
import {
  clearOperatorCookies,
  operatorStepToken,
  operatorToken,
  setOperatorCookies,
  setOperatorStepCookie,
} from '#server/kit/operator-cookies.ts';

import type { Operators } from './operators.service.ts';

/** Dependencies of the console's login. `zone` is the server's. */
export interface OperatorSignIn {
  operators: Operators;
  sessions: SessionService;
  secondStep: SecondStepService;
  publicPath: string;
  zone: string;
}

/** Mounts an operator's login, logout, password change and two-step login. */
export function mountOperators(app: App, parts: OperatorSignIn): void {
  mountLogin(app, parts);
  mountOwnLogin(app, parts);
}

function mountLogin(app: App, { sessions, secondStep, publicPath }: OperatorSignIn): void {
  type Subject = Awaited<ReturnType<SessionService['authenticateOperator']>>;
  const open = async (subject: Subject, request: FastifyRequest, reply: FastifyReply) => {
    const session = await sessions.open(subject, loginFrom(request), operatorToken(request));
    setOperatorCookies(request, reply, { ...session, publicPath });
    return done;
  };

  mount(app, operatorLogin, async ({ body, request, reply }) => {
    const subject = await sessions.authenticateOperator(body.name, body.password, loginFrom(request));
    const step = await sessions.secondStepOf(subject);
    if (step) {
      setOperatorStepCookie(request, reply, { ...step, publicPath });
      throw new AppError('SECOND_STEP_NEEDED');
    }
    return await open(subject, request, reply);
  });

  mount(app, operatorTakeStep, async ({ body, request, reply }) => {
    const owner = await secondStep.takeStep(operatorStepToken(request), body.code, request.ip);
    const subject = owner.kind === 'operator' ? await sessions.operatorOf(owner.id) : undefined;
    if (!subject) throw new AppError('SECOND_STEP_OVER');
    return await open({ ...subject, signOn: owner.signOn }, request, reply);
  });

  mount(app, operatorLogout, async ({ request, reply }) => {
    const token = operatorToken(request);
    if (token) await sessions.close(token, request.ip);
    clearOperatorCookies(request, reply, publicPath);
    return done;
  });
}

function mountOwnLogin(app: App, { operators, secondStep, zone }: OperatorSignIn): void {
  mount(app, operatorSession, async ({ caller }) => {
    const [operator, step] = [await operators.byId(caller.operatorId), await secondStep.stateOf(caller)];
    if (!operator) throw new AppError('AUTH_REQUIRED');
    return {
      name: operator.name,
      role: operator.role,
      hasPassword: operator.hasPassword,
      twoStepSince: step ? formatWireTime(step.since, zone) : null,
      recoveryLeft: step?.recoveryLeft ?? 0,
    };
  });

  mount(app, operatorChangePassword, async ({ caller, body }) => {
    await operators.changeOwn(caller, body.password, body.next);
    return done;
  });

  mount(app, operatorBeginStep, async ({ caller, body }) =>
    doneWith(await secondStep.begin(caller, body.password)),
  );

  mount(app, operatorConfirmStep, async ({ caller, body }) =>
    doneWith({ recoveryCodes: await secondStep.confirm(caller, body.code) }),
  );

  mount(app, operatorEndStep, async ({ caller, body }) => {
    await secondStep.end(caller, body.password);
    return done;
  });
}
