import type { Call } from './kit/call.ts';
import * as accountSecurity from './account-security.ts';
import * as account from './account.ts';
import * as appPasswords from './app-passwords.ts';
import * as blockedNumbers from './blocked-numbers.ts';
import * as branding from './branding.ts';
import * as carriers from './carriers.ts';
import * as cancellation from './cancellation.ts';
import * as compose from './compose.ts';
import * as contacts from './contacts.ts';
import * as coverPages from './cover-pages.ts';
import * as dashboard from './dashboard.ts';
import * as drafts from './drafts.ts';
import * as faxActivity from './fax-activity.ts';
import * as generalSettings from './general-settings.ts';
import * as inbox from './inbox.ts';
import * as egnyte from './egnyte.ts';
import * as externalStorage from './external-storage.ts';
import { commonErrors } from './kit/errors.ts';
import * as live from './live-events.ts';
import * as multifaxAccounts from './multifax-accounts.ts';
import * as multifaxBulk from './multifax-bulk.ts';
import * as multifaxLogin from './multifax-login.ts';
import * as multifaxMailbox from './multifax-mailbox.ts';
import * as multifaxUsage from './multifax-usage.ts';
import * as mailIn from './mail-in.ts';
import * as mailDelivery from './mail-delivery.ts';
import { operatorCalls } from './operator-calls.ts';
import * as operatorSession from './operator-session.ts';
import * as outbox from './outbox.ts';
import * as passkeys from './passkeys.ts';
import * as otherLogins from './other-logins.ts';
import * as password from './password.ts';
import * as secondStep from './second-step.ts';
import * as session from './session.ts';
import * as storageCopies from './storage-copies.ts';
import * as subaccounts from './subaccounts.ts';
import * as tours from './tours.ts';
import * as transmissionReport from './transmission-report.ts';
import * as whitelistedDomains from './whitelisted-domains.ts';

/** Every call of the wire by name: OpenAPI and «mounted exactly once» come from this list. */
export const allCalls = {
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
  appPasswords: appPasswords.appPasswords,
  addAppPassword: appPasswords.addAppPassword,
  removeAppPassword: appPasswords.removeAppPassword,
  secondStep: secondStep.secondStep,
  beginSecondStep: secondStep.beginSecondStep,
  confirmSecondStep: secondStep.confirmSecondStep,
  endSecondStep: secondStep.endSecondStep,
  renewRecoveryCodes: secondStep.renewRecoveryCodes,
  takeSecondStep: secondStep.takeSecondStep,
  passkeys: passkeys.passkeys,
  beginPasskey: passkeys.beginPasskey,
  addPasskey: passkeys.addPasskey,
  renamePasskey: passkeys.renamePasskey,
  removePasskey: passkeys.removePasskey,
  beginPasskeyLogin: passkeys.beginPasskeyLogin,
  passkeyLogin: passkeys.passkeyLogin,
  getBrandingData: branding.getBrandingData,
  getNewClientStatus: branding.getNewClientStatus,
  mainInterface: account.mainInterface,
  clientServiceInfo: account.clientServiceInfo,
  getGlobalSettings: generalSettings.getGlobalSettings,
  putGlobalSettings: generalSettings.putGlobalSettings,
  timeZoneList: generalSettings.timeZoneList,
  mailDelivery: mailDelivery.mailDelivery,
  changeMailDelivery: mailDelivery.changeMailDelivery,
  tryMailAgain: mailDelivery.tryMailAgain,
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
  transmissionReport: transmissionReport.transmissionReport,
  carrierNotice: carriers.carrierNotice,
  sendFax: compose.sendFax,
  addDraft: drafts.addDraft,
  listDrafts: drafts.listDrafts,
  copyDraft: drafts.copyDraft,
  removeDraft: drafts.removeDraft,
  getDraftFile: drafts.getDraftFile,
  coverPages: coverPages.coverPages,
  coverImage: coverPages.coverImage,
  coverPreview: coverPages.coverPreview,
  getCoverPageSettings: coverPages.getCoverPageSettings,
  putCoverPageSettings: coverPages.putCoverPageSettings,
  sendByEmail: mailIn.sendByEmail,
  cancelMailedFax: mailIn.cancelMailedFax,
  contactsList: contacts.contactsList,
  createContact: contacts.createContact,
  updateContact: contacts.updateContact,
  deleteContact: contacts.deleteContact,
  importContacts: contacts.importContacts,
  exportContacts: contacts.exportContacts,
  askHandOver: multifaxLogin.askHandOver,
  agreeToHandOver: multifaxLogin.agreeToHandOver,
  multifaxInterface: multifaxLogin.multifaxInterface,
  multifaxAccountInfo: multifaxAccounts.multifaxAccountInfo,
  childAccounts: multifaxAccounts.childAccounts,
  localNumberLocations: multifaxAccounts.localNumberLocations,
  multifaxNewProductName: multifaxAccounts.multifaxNewProductName,
  addService: multifaxAccounts.addService,
  bulkAddServices: multifaxBulk.bulkAddServices,
  openMailbox: multifaxMailbox.openMailbox,
  childFaxes: multifaxMailbox.childFaxes,
  childFaxFile: multifaxMailbox.childFaxFile,
  mailboxViews: multifaxMailbox.mailboxViews,
  ownActions: multifaxMailbox.ownActions,
  faxActivity: faxActivity.faxActivity,
  activityExport: faxActivity.activityExport,
  faxPrinted: faxActivity.faxPrinted,
  changeService: multifaxAccounts.changeService,
  resendServiceLink: multifaxAccounts.resendServiceLink,
  deleteService: multifaxAccounts.deleteService,
  whitelistedDomains: whitelistedDomains.whitelistedDomains,
  addWhitelistedDomain: whitelistedDomains.addWhitelistedDomain,
  changeWhitelistedDomain: whitelistedDomains.changeWhitelistedDomain,
  removeWhitelistedDomain: whitelistedDomains.removeWhitelistedDomain,
  checkWhitelistedDomain: whitelistedDomains.checkWhitelistedDomain,
  faxUsage: multifaxUsage.faxUsage,
  usageExport: multifaxUsage.usageExport,
  usageDays: multifaxUsage.usageDays,
  blockedNumbers: blockedNumbers.blockedNumbers,
  blockNumber: blockedNumbers.blockNumber,
  unblockNumber: blockedNumbers.unblockNumber,
  requestCancellation: cancellation.requestCancellation,
  tourViewed: tours.tourViewed,
  subaccounts: subaccounts.subaccounts,
  addSubaccount: subaccounts.addSubaccount,
  changeSubaccount: subaccounts.changeSubaccount,
  resendSubaccountLink: subaccounts.resendSubaccountLink,
  removeSubaccount: subaccounts.removeSubaccount,
  confirmAddress: subaccounts.confirmAddress,
  externalStorageAccounts: externalStorage.externalStorageAccounts,
  sftpStorage: externalStorage.sftpStorage,
  addSftpStorage: externalStorage.addSftpStorage,
  changeSftpStorage: externalStorage.changeSftpStorage,
  egnyteStorage: externalStorage.egnyteStorage,
  addEgnyteStorage: externalStorage.addEgnyteStorage,
  changeEgnyteStorage: externalStorage.changeEgnyteStorage,
  storageDeliveries: storageCopies.storageDeliveries,
  storageRetry: storageCopies.storageRetry,
  egnyteOauth: egnyte.egnyteOauth,
  egnyteFolders: egnyte.egnyteFolders,
  egnyteUpdate: egnyte.egnyteUpdate,
  egnyteUpdatePath: egnyte.egnyteUpdatePath,
  egnyteDisconnect: egnyte.egnyteDisconnect,
  egnyteInvoke: egnyte.egnyteInvoke,
  egnyteOpen: egnyte.egnyteOpen,
  egnyteBegin: egnyte.egnyteBegin,
  egnyteLogin: egnyte.egnyteLogin,
  egnyteFiles: egnyte.egnyteFiles,
  egnyteSendFax: egnyte.egnyteSendFax,
  egnyteConnection: egnyte.egnyteConnection,
  events: live.events,
  ...operatorCalls,
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
  ...carriers.carrierErrors,
  ...compose.composeErrors,
  ...drafts.draftErrors,
  ...contacts.importErrors,
  ...contacts.fullErrors,
  ...blockedNumbers.blockErrors,
  ...cancellation.cancellationErrors,
  ...subaccounts.subaccountErrors,
  ...appPasswords.appPasswordErrors,
  ...secondStep.secondStepErrors,
  ...passkeys.passkeyErrors,
  ...multifaxAccounts.serviceErrors,
  ...multifaxBulk.bulkErrors,
  ...multifaxMailbox.viewErrors,
  ...whitelistedDomains.domainErrors,
  ...multifaxUsage.usageErrors,
  ...externalStorage.storageErrors,
  ...egnyte.egnyteErrors,
  ALREADY_CONFIRMED: 412,
  ...operatorSession.operatorErrors,
} as const;
export type ErrorCode = keyof typeof errorStatus;
