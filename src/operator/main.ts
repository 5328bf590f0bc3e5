import { Command, CommanderError } from 'commander';

import { DatabaseRefusal } from '#engine/database/refusal.ts';
import { FileStoreRefusal } from '#engine/file-store/choose.ts';
import { MailRefusal } from '#engine/mail/smtp-url.ts';
import { KeyRefusal } from '#engine/secrets/refusal.ts';
import { ConfigError } from '#server/config.ts';

import { addAccountCommands } from './account.commands.ts';
import { FAILED, act } from './act.ts';
import { addBrandCommands } from './brand.commands.ts';
import { addFaxCommands } from './fax.commands.ts';
import { addJobCommands } from './job.commands.ts';
import { addLineCommands } from './line.commands.ts';
import { addNumberCommands } from './number.commands.ts';
import { CommandRefusal } from './refusal.ts';
import { addUpkeepCommands } from './upkeep.commands.ts';

/** Exit status of a command line that is not understood (running.md). */
const WRONG_USAGE = 2;

function buildProgram(): Command {
  const program = new Command('f2e').description('Operates a fax-to-email installation.');
  program.exitOverride().showHelpAfterError(false).enablePositionalOptions();
  for (const add of [
    addBrandCommands,
    addAccountCommands,
    addNumberCommands,
    addLineCommands,
    addFaxCommands,
    addJobCommands,
    addUpkeepCommands,
  ]) {
    add(program, act);
  }
  overrideExits(program);
  return program;
}

/** Every command throws instead of ending the process, and says what is wrong in one line. */
function overrideExits(command: Command): void {
  command.exitOverride().configureOutput({ writeErr: () => {} });
  for (const child of command.commands) overrideExits(child);
}

const REFUSALS = [CommandRefusal, ConfigError, DatabaseRefusal, FileStoreRefusal, KeyRefusal, MailRefusal];

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

try {
  await buildProgram().parseAsync();
} catch (error) {
  if (error instanceof CommanderError) process.exitCode = endOf(error);
  else {
    process.stderr.write(`${sentenceOf(error)}\n`);
    process.exitCode = FAILED;
  }
}
