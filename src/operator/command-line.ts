import { readFileSync } from 'node:fs';

import { Command, CommanderError } from 'commander';
import { z } from 'zod';

import { DatabaseRefusal } from '#engine/database/refusal.ts';
import { FileStoreRefusal } from '#engine/file-store/refusal.ts';
import { MailRefusal } from '#engine/mail/smtp-url.ts';
import { KeyRefusal } from '#engine/secrets/refusal.ts';
import { ConfigError } from '#server/config/config.ts';
import { BackupRefusal } from '#server/features/operations/backup/archive-format.ts';

import { FAILED, act } from './act.ts';
import { commandsOf } from './command-groups.ts';
import type { Act } from './act.ts';
import { addExamples } from './examples.ts';
import { CommandRefusal } from './refusal.ts';
import { leavesOf } from './command-tree.ts';
import { createDryRuns } from './dry-runs.ts';

/** Exit status of a command line that is not understood (spec operation 7). */
const WRONG_USAGE = 2;

/** The one runs on, the other prints a script for a shell; every other command can answer in JSON (spec operation 7). */
const WITHOUT_JSON: ReadonlySet<string> = new Set(['start', 'completion']);

/** Every command, or those of one noun; `perform` does their work, a test passes one that only listens. */
export async function buildProgram(perform: Act, noun?: string): Promise<Command> {
  const trials = createDryRuns(perform);
  const program = new Command('f2e').description('Operates a fax-to-email installation.');
  program.version(versionOfPackage(), '-V, --version', 'which version this is');
  program.exitOverride().showHelpAfterError(false).enablePositionalOptions();
  for (const add of await commandsOf(noun)) add(program, trials.perform);
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
    const program = await buildProgram(act, args[0]);
    await program.parseAsync(args, { from: 'user' });
    // A command that did its work and found something bad has said so itself.
    return Number(process.exitCode ?? 0);
  } catch (error) {
    if (error instanceof CommanderError) return endOf(error);
    process.stderr.write(`${sentenceOf(error)}\n`);
    return FAILED;
  }
}
