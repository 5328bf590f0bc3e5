import type { JobQueue } from '#engine/jobs/port.ts';

import type { Config } from '#server/config/config.ts';
import type { Engines } from './engines.ts';
import { mountAppPasswords } from '#server/features/identity/passwords/app-passwords/app-passwords.routes.ts';
import { AppPasswordsService } from '#server/features/identity/passwords/app-passwords/app-passwords.service.ts';
import type { BrandHosts } from '#server/features/brands/branding/brand-hosts.service.ts';
import type { QueueMail } from '#server/features/email/outgoing/mail-out.service.ts';
import { mountPasskeys } from '#server/features/identity/second-factor/passkeys/passkeys.routes.ts';
import { PasskeyService } from '#server/features/identity/second-factor/passkeys/passkeys.service.ts';
import { mountPassword } from '#server/features/identity/passwords/password.routes.ts';
import { createPasswords, createTellOfChange } from '#server/features/identity/passwords/password.service.ts';
import { HandOver } from '#server/features/identity/sessions/hand-over.ts';
import { mountHandedOverLogin } from '#server/features/identity/sessions/handed-over-login.routes.ts';
import { mountMultifaxLogin } from '#server/features/identity/sessions/multifax-login.routes.ts';
import { mountOwnSessions } from '#server/features/identity/sessions/own-sessions.routes.ts';
import { mountSecondStep } from '#server/features/identity/second-factor/second-step.routes.ts';
import type { SecondStepService } from '#server/features/identity/second-factor/second-step.service.ts';
import { mountSession } from '#server/features/identity/sessions/session.routes.ts';
import { SessionService } from '#server/features/identity/sessions/session.service.ts';
import { mountWaysIn } from '#server/features/identity/sessions/other-logins/ways-in.routes.ts';
import type { Messages } from '#server/kit/messages.ts';
import type { App } from '#server/kit/mount.ts';

/** What signing in stands on. */
export interface SignInParts {
  config: Config;
  engines: Engines;
  queue: JobQueue;
  queueMail: QueueMail;
  sessions: SessionService;
  secondStep: SecondStepService;
  messages: Messages;
}

/** Mounts sessions, forgotten and changed passwords, and verification. */
export function mountSignIn(app: App, parts: SignInParts): void {
  const { config, engines, messages } = parts;
  const waysIn = { database: engines.database, tell: createTellOfChange(parts.queueMail) };
  mountSession(app, parts.sessions);
  const logins = {
    sessions: parts.sessions,
    handOver: new HandOver(engines.database, parts.sessions),
  };
  mountHandedOverLogin(app, logins, config.publicPath);
  mountMultifaxLogin(app, logins, config);
  mountSecondStep(app, { service: parts.secondStep, sessions: parts.sessions, zone: config.timezone });
  mountPasskeys(app, {
    service: new PasskeyService(waysIn),
    labels: parts.secondStep,
    sessions: parts.sessions,
    zone: config.timezone,
  });
  mountOwnSessions(app, { database: engines.database, zone: config.timezone });
  mountAppPasswords(app, new AppPasswordsService(waysIn), config.timezone);
  mountPassword(app, createPasswords({ ...engines, ...parts }), { messages, zone: config.timezone });
  mountWaysIn(app, { database: engines.database, zone: config.timezone });
}

/** Sessions, as the gate and every way of signing in see them. */
export function openSessions(
  { config, engines }: Pick<SignInParts, 'config' | 'engines'>,
  parts: { hosts: BrandHosts; secondStep: SecondStepService; servingNode: (node: string) => string },
): SessionService {
  return new SessionService({
    ...parts,
    database: engines.database,
    beginSecondStep: async (who) => await parts.secondStep.beginLogin(who),
    accessTokenKey: engines.keys.for('access-token'),
    idleSeconds: config.sessionIdleSeconds,
    seconds: config.sessionSeconds,
    failures: config.loginFailures,
  });
}
