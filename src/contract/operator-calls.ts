import * as mailboxView from '#contract/customers/mailbox-view.admin.ts';
import * as operatorAudit from '#contract/audit/log.admin.ts';
import * as operatorBlocks from '#contract/gateways/senders.admin.ts';
import * as operatorBrands from '#contract/brands/brands.admin.ts';
import * as accountsAdmin from '#contract/customers/accounts.admin.ts';
import * as operatorNumbers from '#contract/customers/numbers.admin.ts';
import * as operatorLineCallCalls from '#contract/faxes/line-calls.admin.ts';
import * as operatorLineSettingCalls from '#contract/faxes/line-settings.admin.ts';
import * as operatorQueue from '#contract/faxes/queue.admin.ts';
import * as operatorStorageCalls from '#contract/faxes/storage.admin.ts';
import * as operatorFigureCalls from '#contract/operations/figures.admin.ts';
import * as operatorSearchCalls from '#contract/operations/search.admin.ts';
import * as operatorUnrouted from '#contract/faxes/unrouted.admin.ts';
import * as operatorKeys from '#contract/identity/api-keys.admin.ts';
import * as operatorSession from '#contract/identity/operators.admin.ts';
import * as operatorSignOn from '#contract/identity/operator-sign-on.admin.ts';

/** Every call of the operator console. */
export const operatorCalls = {
  operatorLogin: operatorSession.operatorLogin,
  operatorTakeStep: operatorSession.operatorTakeStep,
  operatorProviders: operatorSignOn.operatorProviders,
  operatorBeginSignOn: operatorSignOn.operatorBeginSignOn,
  operatorFinishSignOn: operatorSignOn.operatorFinishSignOn,
  operatorSession: operatorSession.operatorSession,
  operatorLogout: operatorSession.operatorLogout,
  operatorChangePassword: operatorSession.operatorChangePassword,
  operatorBeginStep: operatorSession.operatorBeginStep,
  operatorConfirmStep: operatorSession.operatorConfirmStep,
  operatorEndStep: operatorSession.operatorEndStep,
  operatorOverview: operatorQueue.operatorOverview,
  operatorFigures: operatorFigureCalls.operatorFigures,
  operatorSearch: operatorSearchCalls.operatorSearch,
  operatorJobs: operatorQueue.operatorJobs,
  operatorJob: operatorQueue.operatorJob,
  operatorJobAct: operatorQueue.operatorJobAct,
  operatorLines: operatorQueue.operatorLines,
  operatorLineAct: operatorLineSettingCalls.operatorLineAct,
  operatorLineTest: operatorLineSettingCalls.operatorLineTest,
  operatorLineSettings: operatorLineSettingCalls.operatorLineSettings,
  operatorLineSet: operatorLineSettingCalls.operatorLineSet,
  operatorLineCalls: operatorLineCallCalls.operatorLineCalls,
  operatorLineCall: operatorLineCallCalls.operatorLineCall,
  operatorLineCallExport: operatorLineCallCalls.operatorLineCallExport,
  operatorTestCall: operatorLineCallCalls.operatorTestCall,
  operatorTestCallStop: operatorLineCallCalls.operatorTestCallStop,
  operatorAccounts: accountsAdmin.operatorAccounts,
  operatorAccount: accountsAdmin.operatorAccount,
  operatorAccountAct: accountsAdmin.operatorAccountAct,
  operatorAccountSet: accountsAdmin.operatorAccountSet,
  operatorAccountErase: accountsAdmin.operatorAccountErase,
  operatorNumbers: operatorNumbers.operatorNumbers,
  operatorNumberRelease: operatorNumbers.operatorNumberRelease,
  operatorPorts: operatorNumbers.operatorPorts,
  operatorPortAct: operatorNumbers.operatorPortAct,
  operatorParents: accountsAdmin.operatorParents,
  operatorParentSet: accountsAdmin.operatorParentSet,
  operatorCancellations: accountsAdmin.operatorCancellations,
  operatorCancellationAct: accountsAdmin.operatorCancellationAct,
  operatorStorages: operatorStorageCalls.operatorStorages,
  operatorStorageRetry: operatorStorageCalls.operatorStorageRetry,
  operatorBrands: operatorBrands.operatorBrands,
  operatorBrandSet: operatorBrands.operatorBrandSet,
  operatorBrandAsset: operatorBrands.operatorBrandAsset,
  operatorBrandPasswords: operatorBrands.operatorBrandPasswords,
  operatorBrandRemove: operatorBrands.operatorBrandRemove,
  operatorMailDns: operatorAudit.operatorMailDns,
  operatorAccountAdd: accountsAdmin.operatorAccountAdd,
  operatorNumbersAdd: operatorNumbers.operatorNumbersAdd,
  operatorLineAdd: operatorQueue.operatorLineAdd,
  operatorUnrouted: operatorUnrouted.operatorUnrouted,
  operatorMailboxOpen: mailboxView.operatorMailboxOpen,
  operatorMailboxFaxes: mailboxView.operatorMailboxFaxes,
  operatorMailboxPage: mailboxView.operatorMailboxPage,
  operatorUnroutedLook: operatorUnrouted.operatorUnroutedLook,
  operatorUnroutedAct: operatorUnrouted.operatorUnroutedAct,
  operatorApiKeys: operatorKeys.operatorApiKeys,
  operatorApiKeyRemove: operatorKeys.operatorApiKeyRemove,
  operatorBans: operatorBlocks.operatorBans,
  operatorBanClear: operatorBlocks.operatorBanClear,
  operatorBlockedDomains: operatorBlocks.operatorBlockedDomains,
  operatorBlockedDomainAdd: operatorBlocks.operatorBlockedDomainAdd,
  operatorBlockedDomainRemove: operatorBlocks.operatorBlockedDomainRemove,
  operatorSenderDomains: operatorBlocks.operatorSenderDomains,
  operatorSenderDomainAssign: operatorBlocks.operatorSenderDomainAssign,
  operatorBrandAdd: operatorBrands.operatorBrandAdd,
  operatorBrandDomain: operatorBrands.operatorBrandDomain,
  operatorBrandNotice: operatorBrands.operatorBrandNotice,
  operatorBrandWords: operatorBrands.operatorBrandWords,
  operatorBrandWord: operatorBrands.operatorBrandWord,
  operatorAudit: operatorAudit.operatorAudit,
  operatorAuditVerify: operatorAudit.operatorAuditVerify,
} as const;
