import type { Call } from './kit/call.ts';
import * as accountSecurity from './account-security.ts';
import * as account from './account.ts';
import * as blockedNumbers from './blocked-numbers.ts';
import * as branding from './branding.ts';
import * as cancellation from './cancellation.ts';
import * as compose from './compose.ts';
import * as contacts from './contacts.ts';
import * as dashboard from './dashboard.ts';
import * as generalSettings from './general-settings.ts';
import * as inbox from './inbox.ts';
import { commonErrors } from './kit/errors.ts';
import * as live from './live-events.ts';
import * as outbox from './outbox.ts';
import * as password from './password.ts';
import * as session from './session.ts';
import * as subaccounts from './subaccounts.ts';
import * as tours from './tours.ts';

/** Every call of the wire by name: OpenAPI and «mounted exactly once» come from this list. */
export const allCalls = {
  getNode: session.getNode,
  login: session.login,
  checkAuthToken: session.checkAuthToken,
  logout: session.logout,
  passwordRules: password.passwordRules,
  forgotPassword: password.forgotPassword,
  resetPassword: password.resetPassword,
  verifyAccount: password.verifyAccount,
  changePassword: accountSecurity.changePassword,
  ownSessions: accountSecurity.ownSessions,
  endSession: accountSecurity.endSession,
  getBrandingData: branding.getBrandingData,
  getNewClientStatus: branding.getNewClientStatus,
  mainInterface: account.mainInterface,
  clientServiceInfo: account.clientServiceInfo,
  getGlobalSettings: generalSettings.getGlobalSettings,
  putGlobalSettings: generalSettings.putGlobalSettings,
  timeZoneList: generalSettings.timeZoneList,
  dashboard: dashboard.dashboard,
  faxArchiveList: inbox.faxArchiveList,
  faxArchiveAction: inbox.faxArchiveAction,
  faxRotate: inbox.faxRotate,
  getFaxFile: inbox.getFaxFile,
  getFaxesArchive: inbox.getFaxesArchive,
  getTruePageCount: inbox.getTruePageCount,
  markSent: inbox.markSent,
  getOutbox: outbox.getOutbox,
  resendFax: outbox.resendFax,
  cancelJob: outbox.cancelJob,
  sendFax: compose.sendFax,
  contactsList: contacts.contactsList,
  createContact: contacts.createContact,
  updateContact: contacts.updateContact,
  deleteContact: contacts.deleteContact,
  importContacts: contacts.importContacts,
  exportContacts: contacts.exportContacts,
  blockedNumbers: blockedNumbers.blockedNumbers,
  blockNumber: blockedNumbers.blockNumber,
  unblockNumber: blockedNumbers.unblockNumber,
  requestCancellation: cancellation.requestCancellation,
  tourViewed: tours.tourViewed,
  subaccounts: subaccounts.subaccounts,
  addSubaccount: subaccounts.addSubaccount,
  changeSubaccount: subaccounts.changeSubaccount,
  removeSubaccount: subaccounts.removeSubaccount,
  events: live.events,
} as const satisfies Record<string, Call>;

/** Error code → HTTP status, for every call; where a call's own table says otherwise, that counts. */
export const errorStatus = {
  ...commonErrors,
  ...session.loginErrors,
  ...password.resetErrors,
  ...accountSecurity.changeErrors,
  ...generalSettings.settingsErrors,
  ...inbox.rotateErrors,
  ...outbox.sendErrors,
  ...outbox.cancelErrors,
  ...compose.composeErrors,
  ...contacts.importErrors,
  ...blockedNumbers.blockErrors,
  ...cancellation.cancellationErrors,
  ...subaccounts.subaccountErrors,
} as const;
export type ErrorCode = keyof typeof errorStatus;
