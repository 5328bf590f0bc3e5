import { AppError } from '#server/kit/app-error.ts';

import { createInstallation } from './installation.ts';
import type { Installation } from './installation.ts';
import { printAnswer } from './output.ts';
import type { Answer } from './output.ts';
import { CommandRefusal } from './refusal.ts';

/** Exit status of a command that failed, or whose result is bad (spec operation 7). */
export const FAILED = 1;

/** Options of every command; `dryRun` only if the command or the list of dry runs has it. */
export interface ActOptions {
  json?: boolean;
  dryRun?: boolean;
}

/** Runs the work of a command: it receives the installation and returns what to print. */
export type Act = (
  options: ActOptions,
  work: (installation: Installation) => Promise<Answer>,
) => Promise<void>;

/** Opens the installation for one command, prints its answer, closes everything; rethrows refusals. */
export const act: Act = async ({ json = false, dryRun = false }, work) => {
  const installation = createInstallation({ dryRun });
  try {
    const answer = await work(installation).catch(async (error: unknown) => {
      throw await inWords(error, installation);
    });
    printAnswer(dryRun ? tried(answer) : answer, json);
    if (answer.good === false) process.exitCode = FAILED;
  } finally {
    await installation.close();
  }
};

/** Marks the answer of a dry run, which must not look like the action itself. */
function tried(answer: Answer): Answer {
  const note = `${answer.note === undefined ? '' : `${answer.note} `}Nothing was changed (--dry-run).`;
  return { ...answer, json: { dryRun: true, ...answer.json }, note };
}

/** Converts an expected failure of a feature to the sentence that a person would read. */
async function inWords(error: unknown, installation: Installation): Promise<unknown> {
  if (!(error instanceof AppError)) return error;
  const messages = await installation.messages();
  return new CommandRefusal(messages.say('en', `errors.${error.sentence}`, error.params), { cause: error });
}
