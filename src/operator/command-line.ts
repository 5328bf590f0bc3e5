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

/** Exit status of an invalid command line (spec operation 7). */
const WRONG_USAGE = 2;

/**
 * `start` keeps running and `completion` prints a shell script; every other command can answer in JSON (spec operation
 * 7).
 */
const WITHOUT_JSON: ReadonlySet<string> = new Set(['start', 'completion']);

/** Builds all commands, or those of one noun. `perform` runs their work; a test passes one that only records it. */
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

/** Returns the version in package.json, which every bug report needs. */
function versionOfPackage(): string {
  const manifest: unknown = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
  return z.object({ version: z.string() }).parse(manifest).version;
}

/** Makes every command throw instead of ending the process, and report errors in one line. */
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

/** Returns the exit status: 0 for help and version; any other error of commander is an invalid command line. */
function endOf(error: CommanderError): number {
  if (['commander.helpDisplayed', 'commander.version'].includes(error.code)) return 0;
  const sentence = error.code === 'commander.help' ? 'Name a command; --help lists them.' : error.message;
  process.stderr.write(`${asSentence(sentence)}\n`);
  return WRONG_USAGE;
}

/**
 * Converts a message of commander to a sentence: it writes «error: unknown option '--x'» and, for some, a suggestion on
 * a separate line.
 */
function asSentence(message: string): string {
  const text = message
    .replace(/^error: /, '')
    .replaceAll(/\s*\n\s*/g, ' ')
    .trim();
  const ended = /[.!?)]$/.test(text) ? text : `${text}.`;
  return ended.charAt(0).toUpperCase() + ended.slice(1);
}

/** Runs a command line and returns its exit status; its output has been written to stdout and stderr by then. */
export async function runCommandLine(args: readonly string[]): Promise<number> {
  try {
    const program = await buildProgram(act, args[0]);
    await program.parseAsync(args, { from: 'user' });
    // A command that did its work with a bad result has already set the status.
    return Number(process.exitCode ?? 0);
  } catch (error) {
    if (error instanceof CommanderError) return endOf(error);
    process.stderr.write(`${sentenceOf(error)}\n`);
    return FAILED;
  }
}
