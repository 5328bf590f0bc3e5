import type { Call } from './kit/call.ts';
import * as accountSecurity from '#contract/identity/account-security.ts';
import * as administrationSignOn from '#contract/identity/administration-sign-on.ts';
import * as apiKeys from '#contract/identity/api-keys.ts';
import * as appPasswords from '#contract/identity/app-passwords.ts';
import * as multifaxLogin from '#contract/identity/multifax-login.ts';
import * as otherLogins from '#contract/identity/other-logins.ts';
import * as passkeys from '#contract/identity/passkeys.ts';
import * as password from '#contract/identity/passwords.ts';
import * as invitations from '#contract/identity/invitations.ts';
import * as people from '#contract/identity/people.ts';
import * as provisioning from '#contract/identity/provisioning.ts';
import * as secondStep from '#contract/identity/second-factor.ts';
import * as signOn from '#contract/identity/single-sign-on.ts';
import * as session from '#contract/identity/sessions.ts';

/**
 * Calls for logging in, for one's own login, and for the people, programs and passwords that also have access to an
 * account.
 */
export const identityCalls = {
  getNode: session.getNode,
  login: session.login,
  getMultifaxNode: multifaxLogin.getMultifaxNode,
  getNodeData: multifaxLogin.getNodeData,
  openTicket: multifaxLogin.openTicket,
  checkAuthToken: session.checkAuthToken,
  logout: session.logout,
  passwordRules: password.passwordRules,
  forgotPassword: password.forgotPassword,
  resetPassword: password.resetPassword,
  resetLogins: password.resetLogins,
  verifyAccount: password.verifyAccount,
  changePassword: accountSecurity.changePassword,
  otherLogins: otherLogins.otherLogins,
  ownSessions: accountSecurity.ownSessions,
  endSession: accountSecurity.endSession,
  getAutomaticLogout: accountSecurity.getAutomaticLogout,
  putAutomaticLogout: accountSecurity.putAutomaticLogout,
  loginNotices: accountSecurity.loginNotices,
  changeLoginNotices: accountSecurity.changeLoginNotices,
  appPasswords: appPasswords.appPasswords,
  addAppPassword: appPasswords.addAppPassword,
  removeAppPassword: appPasswords.removeAppPassword,
  secondStep: secondStep.secondStep,
  beginSecondStep: secondStep.beginSecondStep,
  confirmSecondStep: secondStep.confirmSecondStep,
  endSecondStep: secondStep.endSecondStep,
  renewRecoveryCodes: secondStep.renewRecoveryCodes,
  takeSecondStep: secondStep.takeSecondStep,
  people: people.people,
  invitePeople: people.invitePeople,
  changeRole: people.changeRole,
  removePerson: people.removePerson,
  resendInvitation: people.resendInvitation,
  withdrawInvitation: people.withdrawInvitation,
  readInvitation: invitations.readInvitation,
  acceptInvitation: invitations.acceptInvitation,
  declineInvitation: invitations.declineInvitation,
  ownAccounts: people.ownAccounts,
  switchAccount: people.switchAccount,
  leaveAccount: people.leaveAccount,
  putProfile: people.putProfile,
  signOnProviders: signOn.signOnProviders,
  beginSignOn: signOn.beginSignOn,
  finishSignOn: signOn.finishSignOn,
  apiKeys: apiKeys.apiKeys,
  addApiKey: apiKeys.addApiKey,
  changeApiKey: apiKeys.changeApiKey,
  removeApiKey: apiKeys.removeApiKey,
  rotateApiKey: apiKeys.rotateApiKey,
  passkeys: passkeys.passkeys,
  beginPasskey: passkeys.beginPasskey,
  addPasskey: passkeys.addPasskey,
  renamePasskey: passkeys.renamePasskey,
  removePasskey: passkeys.removePasskey,
  beginPasskeyLogin: passkeys.beginPasskeyLogin,
  passkeyLogin: passkeys.passkeyLogin,
  provisioning: provisioning.provisioning,
  provisioningCalls: provisioning.provisioningCalls,
  giveGroupRole: provisioning.giveGroupRole,
  takeGroupRole: provisioning.takeGroupRole,
  administrationSignOn: administrationSignOn.administrationSignOn,
  putSignOnProvider: administrationSignOn.putSignOnProvider,
  removeSignOnProvider: administrationSignOn.removeSignOnProvider,
  testSignOn: administrationSignOn.testSignOn,
  putSignOnDomain: administrationSignOn.putSignOnDomain,
  removeSignOnDomain: administrationSignOn.removeSignOnDomain,
  putSignOnRole: administrationSignOn.putSignOnRole,
  removeSignOnRole: administrationSignOn.removeSignOnRole,
  requireSignOn: administrationSignOn.requireSignOn,
  signOnFor: administrationSignOn.signOnFor,
} as const satisfies Record<string, Call>;
