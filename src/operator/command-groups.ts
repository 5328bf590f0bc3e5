import type { Command } from 'commander';

import type { Act } from './act.ts';

/** Adds the commands of one file. */
type AddCommands = (program: Command, act: Act) => void;

/**
 * The commands of each noun, in the order of the help. A command line loads only the files of its noun: loading all of
 * them takes more than 50% longer.
 */
const GROUPS: readonly (readonly [nouns: string, load: () => Promise<AddCommands>])[] = [
  ['brand', async () => (await import('./brand.commands.ts')).addBrandCommands],
  ['account', async () => (await import('./account.commands.ts')).addAccountCommands],
  ['account', async () => (await import('./account-admin.commands.ts')).addAccountAdminCommands],
  ['account', async () => (await import('./erase.commands.ts')).addEraseCommand],
  ['account', async () => (await import('./account-care.commands.ts')).addAccountCareCommands],
  ['cancellation', async () => (await import('./cancellation.commands.ts')).addCancellationCommands],
  ['session ban', async () => (await import('./session.commands.ts')).addSessionCommands],
  ['mail', async () => (await import('./mail.commands.ts')).addMailCommands],
  ['mail-template', async () => (await import('./mail-template.commands.ts')).addMailTemplateCommands],
  ['node', async () => (await import('./node.commands.ts')).addNodeCommands],
  ['number', async () => (await import('./number.commands.ts')).addNumberCommands],
  ['number', async () => (await import('./number-admin.commands.ts')).addNumberAdminCommands],
  ['operator', async () => (await import('./operator.commands.ts')).addOperatorCommands],
  ['location', async () => (await import('./location.commands.ts')).addLocationCommands],
  ['parent', async () => (await import('./parent.commands.ts')).addAdministratorCommands],
  ['person', async () => (await import('./person.commands.ts')).addPersonCommands],
  ['port', async () => (await import('./port.commands.ts')).addPortCommands],
  ['product', async () => (await import('./product.commands.ts')).addProductCommands],
  ['blocked-domain', async () => (await import('./blocked-domain.commands.ts')).addBlockedDomainCommands],
  ['sender-domain', async () => (await import('./sender-domain.commands.ts')).addSenderDomainCommands],
  ['usage', async () => (await import('./usage.commands.ts')).addUsageCommands],
  ['sso', async () => (await import('./sso.commands.ts')).addSsoCommands],
  ['sso-ticket', async () => (await import('./usage.commands.ts')).addTicketCommands],
  ['cover', async () => (await import('./cover.commands.ts')).addCoverCommands],
  ['line', async () => (await import('./line.commands.ts')).addLineCommands],
  ['fax', async () => (await import('./fax.commands.ts')).addFaxCommands],
  ['text', async () => (await import('./text.commands.ts')).addTextCommands],
  ['job', async () => (await import('./job.commands.ts')).addJobCommands],
  ['job', async () => (await import('./job-admin.commands.ts')).addJobAdminCommands],
  ['hold', async () => (await import('./hold.commands.ts')).addHoldCommands],
  ['storage', async () => (await import('./storage.commands.ts')).addStorageCommands],
  ['webhook', async () => (await import('./webhook.commands.ts')).addWebhookCommands],
  ['key', async () => (await import('./key.commands.ts')).addKeyCommands],
  ['mcp', async () => (await import('./mcp.commands.ts')).addMcpCommand],
  ['egnyte', async () => (await import('./egnyte.commands.ts')).addEgnyteCommands],
  ['audit', async () => (await import('./audit.commands.ts')).addAuditCommands],
  ['backup restore', async () => (await import('./backup.commands.ts')).addBackupCommands],
  ['usage billing audit', async () => (await import('./report.commands.ts')).addReportCommands],
  ['purge', async () => (await import('./purge.commands.ts')).addPurgeCommands],
  ['keys', async () => (await import('./keys.commands.ts')).addKeysCommands],
  ['locale', async () => (await import('./locale.commands.ts')).addLocaleCommands],
  ['init start stop', async () => (await import('./lifecycle.commands.ts')).addLifecycleCommands],
  ['doctor migrate status', async () => (await import('./maintenance.commands.ts')).addMaintenanceCommands],
  ['fsck', async () => (await import('./fsck.commands.ts')).addFsckCommands],
  ['completion', async () => (await import('./completion.commands.ts')).addCompletionCommands],
];

/**
 * Returns the functions that add the commands of a noun, or of all nouns if it is missing or unknown, as for the help.
 */
export async function commandsOf(noun?: string): Promise<AddCommands[]> {
  const ofNoun = GROUPS.filter(([nouns]) => nouns.split(' ').includes(noun ?? ''));
  // A completion lists all commands.
  const loaded = ofNoun.length === 0 || noun === 'completion' ? GROUPS : ofNoun;
  return await Promise.all(loaded.map(async ([, load]) => await load()));
}
