import * as accountSecurity from '#contract/identity/account-security.ts';
import * as appPasswords from '#contract/identity/app-passwords.ts';
import * as blockedNumbers from '#contract/mailbox/blocked-numbers.ts';
import * as carriers from '#contract/faxes/carriers.ts';
import * as cancellation from '#contract/customers/cancellation.ts';
import * as compose from '#contract/faxes/compose.ts';
import * as contacts from '#contract/mailbox/contacts.ts';
import * as groups from '#contract/mailbox/contact-groups.ts';
import * as deliveryWindow from '#contract/faxes/delivery-window.ts';
import * as drafts from '#contract/faxes/drafts.ts';
import * as faxDrafts from '#contract/faxes/fax-drafts.ts';
import * as forward from '#contract/faxes/forward.ts';
import { holdErrors } from '#contract/customers/legal-hold.ts';
import * as generalSettings from '#contract/mailbox/general-settings.ts';
import * as inbox from '#contract/mailbox/inbox.ts';
import * as egnyte from '#contract/faxes/egnyte.ts';
import * as externalStorage from '#contract/faxes/storage.ts';
import { commonErrors } from './kit/errors.ts';
import * as multifaxAccounts from '#contract/customers/administrators.ts';
import * as multifaxBulk from '#contract/customers/bulk-add.ts';
import * as multifaxMailbox from '#contract/customers/mailbox-view.ts';
import { usageErrors } from '#contract/customers/usage-range.ts';
import * as erase from '#contract/faxes/erase.ts';
import * as operatorSession from '#contract/identity/operators.admin.ts';
import * as outbox from '#contract/faxes/queue.ts';
import { peopleErrors } from '#contract/identity/people.ts';
import { administrationSignOnErrors } from '#contract/identity/administration-sign-on.ts';
import { provisioningErrors } from '#contract/identity/provisioning.ts';
import { scimErrors } from '#contract/identity/scim-resources.ts';
import * as passkeys from '#contract/identity/passkeys.ts';
import * as password from '#contract/identity/passwords.ts';
import * as secondStep from '#contract/identity/second-factor.ts';
import * as search from '#contract/mailbox/search.ts';
import * as session from '#contract/identity/sessions.ts';
import { ruleErrors } from '#contract/mailbox/rules.ts';
import { teamErrors } from '#contract/mailbox/team.ts';
import * as subaccounts from '#contract/customers/subaccounts.ts';
import { faxErrors } from '#contract/v1/faxes.ts';
import { sendErrors } from '#contract/v1/send.ts';
import { keyErrors } from '#contract/v1/keys.ts';
import { webhookErrors } from '#contract/v1/webhooks.ts';
import { apiErrors, fetchErrors, repeatErrors, resourceErrors } from '#contract/v1/problems.ts';
import { mcpErrors } from '#contract/v1/mcp.ts';
import * as whitelistedDomains from '#contract/gateways/sender-domains.ts';

/** Error code → HTTP status, for every call; a call's own table takes precedence. */
export const errorStatus = {
  ...commonErrors,
  ...session.loginErrors,
  ...password.resetErrors,
  ...accountSecurity.changeErrors,
  ...peopleErrors,
  ...administrationSignOnErrors,
  ...provisioningErrors,
  ...scimErrors,
  PEOPLE_LIMIT: peopleErrors.PEOPLE_LIMIT,
  ...generalSettings.settingsErrors,
  ...inbox.rotateErrors,
  ...search.selectErrors,
  ...search.bulkErrors,
  ...ruleErrors,
  ...teamErrors,
  ...erase.eraseErrors,
  ...outbox.scheduleErrors,
  ...outbox.changeErrors,
  ...deliveryWindow.windowErrors,
  ...carriers.carrierErrors,
  ...compose.composeErrors,
  ...drafts.draftErrors,
  ...drafts.pagesErrors,
  ...faxDrafts.faxDraftErrors,
  ...forward.forwardErrors,
  ...contacts.importErrors,
  ...contacts.fullErrors,
  ...groups.groupErrors,
  ...blockedNumbers.blockErrors,
  ...cancellation.cancellationErrors,
  ...subaccounts.subaccountErrors,
  ...appPasswords.appPasswordErrors,
  ...secondStep.secondStepErrors,
  ...passkeys.passkeyErrors,
  ...multifaxAccounts.serviceErrors,
  ...multifaxBulk.bulkErrors,
  ...multifaxMailbox.viewErrors,
  ...holdErrors,
  ...whitelistedDomains.domainErrors,
  ...usageErrors,
  ...externalStorage.storageErrors,
  ...egnyte.egnyteErrors,
  ALREADY_CONFIRMED: 412,
  ...operatorSession.operatorErrors,
  ...apiErrors,
  ...resourceErrors,
  ...repeatErrors,
  ...fetchErrors,
  ...mcpErrors,
  ...webhookErrors,
  ...faxErrors,
  ...sendErrors,
  ...keyErrors,
} as const;
export type ErrorCode = keyof typeof errorStatus;
