import { readFileSync } from 'node:fs';

import { Command, CommanderError } from 'commander';
import { z } from 'zod';

import { DatabaseRefusal } from '#engine/database/refusal.ts';
import { FileStoreRefusal } from '#engine/file-store/choose.ts';
import { MailRefusal } from '#engine/mail/smtp-url.ts';
import { KeyRefusal } from '#engine/secrets/refusal.ts';
import { ConfigError } from '#server/config/config.ts';
import { BackupRefusal } from '#server/features/operations/backup/backup.service.ts';

import { addAccountCommands } from './account.commands.ts';
import { addAccountCareCommands } from './account-care.commands.ts';
import { addAccountAdminCommands } from './account-admin.commands.ts';
import { addEraseCommand } from './erase.commands.ts';
import { FAILED, act } from './act.ts';
import type { Act } from './act.ts';
import { addAuditCommands } from './audit.commands.ts';
import { addBackupCommands } from './backup.commands.ts';
import { addBlockedDomainCommands } from './blocked-domain.commands.ts';
import { addSenderDomainCommands } from './sender-domain.commands.ts';
import { addBrandCommands } from './brand.commands.ts';
import { addCancellationCommands } from './cancellation.commands.ts';
import { addCompletionCommands } from './completion.commands.ts';
import { addCoverCommands } from './cover.commands.ts';
import { addEgnyteCommands } from './egnyte.commands.ts';
import { addFaxCommands } from './fax.commands.ts';
import { addFsckCommands } from './fsck.commands.ts';
import { addHoldCommands } from './hold.commands.ts';
import { addJobCommands } from './job.commands.ts';
import { addJobAdminCommands } from './job-admin.commands.ts';
import { addKeyCommands } from './key.commands.ts';
import { addKeysCommands } from './keys.commands.ts';
import { addLifecycleCommands } from './lifecycle.commands.ts';
import { addLineCommands } from './line.commands.ts';
import { addLocaleCommands } from './locale.commands.ts';
import { addLocationCommands } from './location.commands.ts';
import { addMailCommands } from './mail.commands.ts';
import { addMailTemplateCommands } from './mail-template.commands.ts';
import { addNodeCommands } from './node.commands.ts';
import { addNumberCommands } from './number.commands.ts';
import { addNumberAdminCommands } from './number-admin.commands.ts';
import { addOperatorCommands } from './operator.commands.ts';
import { addAdministratorCommands } from './parent.commands.ts';
import { addPortCommands } from './port.commands.ts';
import { addProductCommands } from './product.commands.ts';
import { addPurgeCommands } from './purge.commands.ts';
import { addExamples } from './examples.ts';
import { CommandRefusal } from './refusal.ts';
import { addReportCommands } from './report.commands.ts';
import { addSessionCommands } from './session.commands.ts';
import { addStorageCommands } from './storage.commands.ts';
import { addMaintenanceCommands } from './maintenance.commands.ts';
import { addMcpCommand } from './mcp.commands.ts';
import { addWebhookCommands } from './webhook.commands.ts';
import { leavesOf } from './command-tree.ts';
import { createDryRuns } from './dry-runs.ts';
import { addTicketCommands, addUsageCommands } from './usage.commands.ts';

/** Exit status of a command line that is not understood (spec operation 7). */
const WRONG_USAGE = 2;

/** Each adds the commands about one thing, in the order of the help. */
const GROUPS: readonly ((program: Command, act: Act) => void)[] = [
  addBrandCommands,
  addAccountCommands,
  addAccountAdminCommands,
  addEraseCommand,
  addAccountCareCommands,
  addCancellationCommands,
  addSessionCommands,
  addMailCommands,
  addMailTemplateCommands,
  addNodeCommands,
  addNumberCommands,
  addNumberAdminCommands,
  addOperatorCommands,
  addLocationCommands,
  addAdministratorCommands,
  addPortCommands,
  addProductCommands,
  addBlockedDomainCommands,
  addSenderDomainCommands,
  addUsageCommands,
  addTicketCommands,
  addCoverCommands,
  addLineCommands,
  addFaxCommands,
  addJobCommands,
  addJobAdminCommands,
  addHoldCommands,
  addStorageCommands,
  addWebhookCommands,
  addKeyCommands,
  addMcpCommand,
  addEgnyteCommands,
  addAuditCommands,
  addBackupCommands,
  addReportCommands,
  addPurgeCommands,
  addKeysCommands,
  addLocaleCommands,
  addLifecycleCommands,
  addMaintenanceCommands,
  addFsckCommands,
  addCompletionCommands,
];

/** The one runs on, the other prints a script for a shell; every other command can answer in JSON (spec operation 7). */
const WITHOUT_JSON: ReadonlySet<string> = new Set(['start', 'completion']);

/** Every command; `perform` does their work, a test passes one that only listens. */
export function buildProgram(perform: Act): Command {
  const trials = createDryRuns(perform);
  const program = new Command('f2e').description('Operates a fax-to-email installation.');
  program.version(versionOfPackage(), '-V, --version', 'which version this is');
  program.exitOverride().showHelpAfterError(false).enablePositionalOptions();
  for (const add of GROUPS) add(program, trials.perform);
  for (const [path, command] of leavesOf(program, [])) if (!WITHOUT_JSON.has(path)) command.option('--json');
  trials.addTo(program);
  addExamples(program);
  overrideExits(program);
  return program;
}

/** What package.json says: whoever reports a fault is asked for it. */
function versionOfPackage(): string {
  const manifest: unknown = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
  return z.object({ version: z.string() }).parse(manifest).version;
}

/** Every command throws instead of ending the process, and says what is wrong in one line. */
function overrideExits(command: Command): void {
  command.exitOverride().configureOutput({ writeErr: () => {} });
  for (const child of command.commands) overrideExits(child);
}

const REFUSALS = [
  BackupRefusal,
  CommandRefusal,
  ConfigError,
  DatabaseRefusal,
  FileStoreRefusal,
  KeyRefusal,
  MailRefusal,
];

function sentenceOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const expected = REFUSALS.some((kind) => error instanceof kind);
  return expected ? error.message : `The command failed: ${error.message.split('\n', 1)[0]}`;
}

/** Help and version were asked for; everything else that commander ends is a wrong command line. */
function endOf(error: CommanderError): number {
  if (['commander.helpDisplayed', 'commander.version'].includes(error.code)) return 0;
  const sentence = error.code === 'commander.help' ? 'Name a command; --help lists them.' : error.message;
  process.stderr.write(`${asSentence(sentence)}\n`);
  return WRONG_USAGE;
}

/** Commander writes «error: unknown option '--x'» and, for some, a suggestion on a line of its own. */
function asSentence(message: string): string {
  const text = message
    .replace(/^error: /, '')
    .replaceAll(/\s*\n\s*/g, ' ')
    .trim();
  const ended = /[.!?)]$/.test(text) ? text : `${text}.`;
  return ended.charAt(0).toUpperCase() + ended.slice(1);
}

/** Does what a command line asks for, and gives its exit status; what it has to say is on stdout and stderr by then. */
export async function runCommandLine(args: readonly string[]): Promise<number> {
  try {
    await buildProgram(act).parseAsync(args, { from: 'user' });
    // A command that did its work and found something bad has said so itself.
    return Number(process.exitCode ?? 0);
  } catch (error) {
    if (error instanceof CommanderError) return endOf(error);
    process.stderr.write(`${sentenceOf(error)}\n`);
    return FAILED;
  }
}
