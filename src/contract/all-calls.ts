import type { Call } from './kit/call.ts';
import * as account from '#contract/mailbox/account.ts';
import * as blockedNumbers from '#contract/mailbox/blocked-numbers.ts';
import * as branding from '#contract/brands/branding.ts';
import * as carriers from '#contract/faxes/carriers.ts';
import * as cancellation from '#contract/customers/cancellation.ts';
import * as compose from '#contract/faxes/compose.ts';
import * as contacts from '#contract/mailbox/contacts.ts';
import * as groups from '#contract/mailbox/contact-groups.ts';
import * as coverPages from '#contract/faxes/cover-pages.ts';
import * as deliveryWindow from '#contract/faxes/delivery-window.ts';
import * as dashboard from '#contract/mailbox/dashboard.ts';
import * as drafts from '#contract/faxes/drafts.ts';
import * as faxDrafts from '#contract/faxes/fax-drafts.ts';
import * as forward from '#contract/faxes/forward.ts';
import * as faxActivity from '#contract/audit/fax-activity.ts';
import * as generalSettings from '#contract/mailbox/general-settings.ts';
import * as allInboxes from '#contract/mailbox/all-inboxes.ts';
import * as faxSplit from '#contract/mailbox/fax-split.ts';
import * as inbox from '#contract/mailbox/inbox.ts';
import * as legalHolds from '#contract/customers/legal-hold.ts';
import * as retention from '#contract/mailbox/retention.ts';
import * as egnyte from '#contract/faxes/egnyte.ts';
import * as externalStorage from '#contract/faxes/storage.ts';
import * as live from '#contract/mailbox/live-events.ts';
import * as multifaxAccounts from '#contract/customers/administrators.ts';
import * as multifaxBulk from '#contract/customers/bulk-add.ts';
import * as multifaxLogin from '#contract/identity/multifax-login.ts';
import * as multifaxMailbox from '#contract/customers/mailbox-view.ts';
import * as multifaxUsage from '#contract/customers/usage.ts';
import * as restore from '#contract/mailbox/restore-contacts.ts';
import * as erase from '#contract/faxes/erase.ts';
import * as mailIn from '#contract/gateways/email-to-fax.ts';
import * as mailDelivery from '#contract/email/outgoing.ts';
import { identityCalls } from './identity-calls.ts';
import { operatorCalls } from './operator-calls.ts';
import * as outbox from '#contract/faxes/queue.ts';
import * as recipients from '#contract/mailbox/recipients.ts';
import * as search from '#contract/mailbox/search.ts';
import * as storageCopies from '#contract/faxes/copies.ts';
import * as subaccounts from '#contract/customers/subaccounts.ts';
import * as pageText from '#contract/mailbox/page-text.ts';
import * as rules from '#contract/mailbox/rules.ts';
import * as team from '#contract/mailbox/team.ts';
import * as tours from '#contract/mailbox/tours.ts';
import * as transmissionReport from '#contract/faxes/reports.ts';
import * as splitting from '#contract/faxes/splitting.ts';
import * as webhooks from '#contract/gateways/webhooks.ts';
import * as whitelistedDomains from '#contract/gateways/sender-domains.ts';

/** Every call of the wire, by name. OpenAPI and the check that each call is mounted exactly once use this list. */
export const allCalls = {
  ...identityCalls,
  webhooks: webhooks.webhooks,
  addEndpoint: webhooks.addEndpoint,
  changeEndpoint: webhooks.changeEndpoint,
  removeEndpoint: webhooks.removeEndpoint,
  rotateSecret: webhooks.rotateSecret,
  sendTestEvent: webhooks.sendTestEvent,
  retryEndpoint: webhooks.retryEndpoint,
  recoverEndpoint: webhooks.recoverEndpoint,
  deliveryLog: webhooks.deliveryLog,
  deliveryDetail: webhooks.deliveryDetail,
  resendEvent: webhooks.resendEvent,
  getBrandingData: branding.getBrandingData,
  getNewClientStatus: branding.getNewClientStatus,
  mainInterface: account.mainInterface,
  clientServiceInfo: account.clientServiceInfo,
  getGlobalSettings: generalSettings.getGlobalSettings,
  putGlobalSettings: generalSettings.putGlobalSettings,
  timeZoneList: generalSettings.timeZoneList,
  getRetention: retention.getRetention,
  putRetention: retention.putRetention,
  mailDelivery: mailDelivery.mailDelivery,
  changeMailDelivery: mailDelivery.changeMailDelivery,
  tryMailAgain: mailDelivery.tryMailAgain,
  dashboard: dashboard.dashboard,
  allInboxes: allInboxes.allInboxes,
  faxArchiveList: inbox.faxArchiveList,
  faxArchiveAction: inbox.faxArchiveAction,
  eraseFaxes: erase.eraseFaxes,
  faxRotate: inbox.faxRotate,
  getFaxFile: inbox.getFaxFile,
  getFaxesArchive: inbox.getFaxesArchive,
  getTruePageCount: inbox.getTruePageCount,
  markSent: inbox.markSent,
  faxSplit: faxSplit.faxSplit,
  undoSplit: faxSplit.undoSplit,
  splitAgain: faxSplit.splitAgain,
  searchFaxes: search.searchFaxes,
  selectFaxes: search.selectFaxes,
  bulkAction: search.bulkAction,
  cancelBulkAction: search.cancelBulkAction,
  undoBulkAction: search.undoBulkAction,
  faxText: pageText.faxText,
  rules: rules.rules,
  addRule: rules.addRule,
  editRule: rules.editRule,
  deleteRule: rules.deleteRule,
  orderRules: rules.orderRules,
  tryRule: rules.tryRule,
  faxRules: rules.faxRules,
  team: team.team,
  readWork: team.readWork,
  faxReaders: team.faxReaders,
  putWork: team.putWork,
  addNote: team.addNote,
  editNote: team.editNote,
  deleteNote: team.deleteNote,
  addTag: team.addTag,
  editTag: team.editTag,
  deleteTag: team.deleteTag,
  getOutbox: outbox.getOutbox,
  resendFax: outbox.resendFax,
  cancelJob: outbox.cancelJob,
  scheduleJob: outbox.scheduleJob,
  getDeliveryWindow: deliveryWindow.getDeliveryWindow,
  putDeliveryWindow: deliveryWindow.putDeliveryWindow,
  sendProgress: outbox.sendProgress,
  sendNow: outbox.sendNow,
  editNumber: outbox.editNumber,
  transmissionReport: transmissionReport.transmissionReport,
  separatorPage: splitting.separatorPage,
  carrierNotice: carriers.carrierNotice,
  sendFax: compose.sendFax,
  addDraft: drafts.addDraft,
  listDrafts: drafts.listDrafts,
  copyDraft: drafts.copyDraft,
  draftFromFax: drafts.draftFromFax,
  forwardFax: forward.forwardFax,
  removeDraft: drafts.removeDraft,
  getDraftFile: drafts.getDraftFile,
  listFaxDrafts: faxDrafts.listFaxDrafts,
  saveFaxDraft: faxDrafts.saveFaxDraft,
  openFaxDraft: faxDrafts.openFaxDraft,
  holdFaxDraft: faxDrafts.holdFaxDraft,
  discardFaxDraft: faxDrafts.discardFaxDraft,
  restoreFaxDraft: faxDrafts.restoreFaxDraft,
  duplicateFaxDraft: faxDrafts.duplicateFaxDraft,
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
  restoreContacts: restore.restoreContacts,
  contactGroups: groups.contactGroups,
  addContactGroup: groups.addContactGroup,
  renameContactGroup: groups.renameContactGroup,
  deleteContactGroup: groups.deleteContactGroup,
  restoreContactGroup: groups.restoreContactGroup,
  changeGroupMembers: groups.changeGroupMembers,
  contactGroupRecipients: groups.contactGroupRecipients,
  importContacts: contacts.importContacts,
  exportContacts: restore.exportContacts,
  recipients: recipients.recipients,
  askHandOver: multifaxLogin.askHandOver,
  agreeToHandOver: multifaxLogin.agreeToHandOver,
  multifaxInterface: multifaxLogin.multifaxInterface,
  multifaxAccountInfo: multifaxAccounts.multifaxAccountInfo,
  childAccounts: multifaxAccounts.childAccounts,
  localNumberLocations: multifaxAccounts.localNumberLocations,
  multifaxNewProductName: multifaxAccounts.multifaxNewProductName,
  addService: multifaxAccounts.addService,
  bulkAddServices: multifaxBulk.bulkAddServices,
  legalHold: legalHolds.legalHold,
  placeLegalHold: legalHolds.placeLegalHold,
  liftLegalHold: legalHolds.liftLegalHold,
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
