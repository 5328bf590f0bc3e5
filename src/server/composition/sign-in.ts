import { createOutboundGuard } from '#engine/outbound-guard/guard.ts';
import type { JobQueue } from '#engine/jobs/port.ts';

import type { Config } from '#server/config/config.ts';
import type { Engines } from './engines.ts';
import { mountKeysApi } from '#server/features/identity/api-keys/api-keys.api.routes.ts';
import { mountKeyPages } from '#server/features/identity/api-keys/api-keys.routes.ts';
import { mountAppPasswords } from '#server/features/identity/passwords/app-passwords/app-passwords.routes.ts';
import type { BrandHosts } from '#server/features/brands/branding/brand-hosts.service.ts';
import { mountPasskeys } from '#server/features/identity/second-factor/passkeys/passkeys.routes.ts';
import { PasskeyService } from '#server/features/identity/second-factor/passkeys/passkeys.service.ts';
import { InvitationsService } from '#server/features/identity/people/invitations.service.ts';
import { mountPeople } from '#server/features/identity/people/people.routes.ts';
import { PeopleService } from '#server/features/identity/people/people.service.ts';
import { DirectoryGroups } from '#server/features/identity/people/provisioning/directory-groups.ts';
import { DirectoryUsers } from '#server/features/identity/people/provisioning/directory-users.ts';
import { mountProvisioning } from '#server/features/identity/people/provisioning/provisioning.routes.ts';
import { ProvisioningService } from '#server/features/identity/people/provisioning/provisioning.service.ts';
import { mountScim } from '#server/features/identity/people/provisioning/scim.routes.ts';
import { mountLoginNotices } from '#server/features/identity/passwords/login-notices/login-notices.routes.ts';
import {
  LoginNotices,
  createTellOfLogin,
} from '#server/features/identity/passwords/login-notices/login-notices.service.ts';
import { mountPassword } from '#server/features/identity/passwords/password.routes.ts';
import { createPasswords } from '#server/features/identity/passwords/password.service.ts';
import { AutomaticLogoutSetting } from '#server/features/identity/sessions/automatic-logout.ts';
import { HandOver } from '#server/features/identity/sessions/hand-over.ts';
import { mountHandedOverLogin } from '#server/features/identity/sessions/handed-over-login.routes.ts';
import { mountMultifaxLogin } from '#server/features/identity/sessions/multifax-login.routes.ts';
import { mountOwnSessions } from '#server/features/identity/sessions/own-sessions.routes.ts';
import { mountSecondStep } from '#server/features/identity/second-factor/second-step.routes.ts';
import type { SecondStepService } from '#server/features/identity/second-factor/second-step.service.ts';
import { OpenId } from '#server/features/identity/single-sign-on/open-id.ts';
import { mountAdministrationSignOn } from '#server/features/identity/single-sign-on/administration-sign-on.routes.ts';
import { AdministrationSignOn } from '#server/features/identity/single-sign-on/administration-sign-on.service.ts';
import { mountSingleSignOn } from '#server/features/identity/single-sign-on/single-sign-on.routes.ts';
import { SingleSignOn } from '#server/features/identity/single-sign-on/single-sign-on.service.ts';
import { mountSession } from '#server/features/identity/sessions/session.routes.ts';
import { SessionService } from '#server/features/identity/sessions/session.service.ts';
import { mountWaysIn } from '#server/features/identity/sessions/other-logins/ways-in.routes.ts';
import type { Messages } from '#server/kit/messages.ts';
import type { App } from '#server/kit/mount.ts';
import type { Services } from './services.ts';

/** Dependencies of signing in. */
export interface SignInParts {
  config: Config;
  engines: Engines;
  queue: JobQueue;
  services: Services;
  sessions: SessionService;
  secondStep: SecondStepService;
  messages: Messages;
}

/**
 * Mounts sessions, forgotten and changed passwords, and verification. Returns the service that manages who works where.
 */
export function mountSignIn(app: App, parts: SignInParts): PeopleService {
  const { config, engines, queue, services, sessions, secondStep, messages } = parts;
  const { database, log } = engines;
  const zone = config.timezone;
  mountSession(app, sessions);
  const handOver = new HandOver(database, sessions);
  const logins = { sessions, handOver };
  mountHandedOverLogin(app, logins, config.publicPath);
  mountMultifaxLogin(app, logins, config);
  mountSecondStep(app, { service: secondStep, sessions, zone });
  mountPasskeys(app, {
    service: new PasskeyService({ database, tell: services.tellOfChange }),
    labels: secondStep,
    sessions,
    zone,
  });
  const logout = new AutomaticLogoutSetting({ database, idleSeconds: config.sessionIdleSeconds });
  mountOwnSessions(app, { database, zone, logout });
  mountLoginNotices(app, new LoginNotices({ database }));
  mountAppPasswords(app, services.appPasswords, zone);
  mountKeyPages(app, services.apiKeys, zone);
  mountKeysApi(app, services.apiKeys);
  const { queueMail } = services.mail;
  mountPassword(app, createPasswords({ database, queue, queueMail, sessions, messages, log }), {
    messages,
    zone,
  });
  mountWaysIn(app, { database, zone });
  const invitations = new InvitationsService({ database, tell: services.tellOfChange, sessions });
  const people = new PeopleService({ database, queueMail, tell: services.tellOfChange });
  mountPeople(app, { service: people, invitations, sessions, zone });
  mountDirectory(app, parts);
  const { openId, key } = openIdOf(parts);
  const signOn = new SingleSignOn({ database, openId, key, log, sessions, invitations });
  mountSingleSignOn(app, {
    service: signOn,
    welcome: async (subject, browser) => await handOver.welcome(subject, browser),
    publicPath: config.publicPath,
  });
  const { lookUp } = services;
  mountAdministrationSignOn(app, {
    db: database.db,
    service: new AdministrationSignOn({ database, openId, key, log, lookUp, tell: services.tellOfChange }),
    publicPath: config.publicPath,
    zone,
  });
  return people;
}

/** Returns the client for single sign-on providers, and the key that encrypts their secrets. */
export function openIdOf({
  config: { allowPrivateHosts: allowPrivate },
  engines,
}: Pick<SignInParts, 'config' | 'engines'>): { openId: OpenId; key: Buffer } {
  return {
    openId: new OpenId(createOutboundGuard({ allowPrivate }), allowPrivate),
    key: engines.keys.for('identity-provider'),
  };
}

/** Mounts the calls of a directory, and its administrator's page. */
function mountDirectory(app: App, { config, engines, services }: SignInParts): void {
  const { database } = engines;
  const { publicPath, timezone: zone } = config;
  const provisioning = new ProvisioningService({ database, tell: services.tellOfChange });
  mountScim(app, {
    users: new DirectoryUsers(database),
    groups: new DirectoryGroups(database),
    provisioning,
    publicPath,
  });
  mountProvisioning(app, { service: provisioning, keys: services.apiKeys, publicPath, zone });
}

/** Opens the sessions that the gate and every way of signing in use. */
export function openSessions(
  { config, engines, services }: Pick<SignInParts, 'config' | 'engines' | 'services'>,
  {
    hosts,
    secondStep,
    servingNode,
  }: { hosts: BrandHosts; secondStep: SecondStepService; servingNode: (node: string) => string },
): SessionService {
  return new SessionService({
    database: engines.database,
    hosts,
    servingNode,
    tellOfLogin: createTellOfLogin({ queueMail: services.mail.queueMail, zone: config.timezone }),
    beginSecondStep: async (who) => await secondStep.beginLogin(who),
    accessTokenKey: engines.keys.for('access-token'),
    idleSeconds: config.sessionIdleSeconds,
    seconds: config.sessionSeconds,
    failures: config.loginFailures,
  });
}
