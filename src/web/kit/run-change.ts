import { ApiError } from '#web/kit/api-error.ts';
import { growl, growlStore } from '#web/ui/growl-store.ts';

/** The text for success, or a function that reports it if there is more to show, such as Undo. */
type Done = string | (() => void);

function sayDone(done: Done): void {
  if (typeof done === 'string') growl.success(done);
  else done();
}

/** The number of changes so far, in the order in which they started, and the newest change whose result was shown. */
let begun = 0;
let told = 0;

/**
 * Reports the success of a change, unless the result of a newer one is on the screen: if two overlap, people wait for
 * the result of the second, and an error must not be covered. A result that offers an action, such as Undo, is always
 * shown.
 */
function sayDoneOf(change: number, done: Done): void {
  const shown = growlStore.get();
  const newerIsTold = change < told && shown !== null && shown.kind !== 'wait';
  if (newerIsTold && typeof done === 'string') return;
  told = Math.max(told, change);
  sayDone(done);
}

/** The texts about one change: while it runs, when it is done, and when it failed. */
export interface ChangeWords {
  waiting: string;
  done: Done;
  /** Shown if the server sent no message; a function always decides the text. */
  failed: string | ((error: unknown) => string);
  /** How long the error stays visible, in ms, for places that keep errors longer. */
  errorMs?: number;
}

/**
 * Makes a change with its notices: waiting, then success or error (WID-07). Returns the error, or null. If the server
 * sent a message with its refusal, that message is shown, because it tells people what to do.
 */
export async function runChange(words: ChangeWords, change: () => Promise<unknown>): Promise<unknown> {
  begun += 1;
  const number = begun;
  growl.wait(words.waiting);
  try {
    await change();
    sayDoneOf(number, words.done);
    return null;
  } catch (error) {
    told = Math.max(told, number);
    growl.error(wordsOf(words, error), words.errorMs);
    return error ?? new Error('unknown');
  }
}

function wordsOf({ failed }: ChangeWords, error: unknown): string {
  return typeof failed === 'function' ? failed(error) : refusalOr(failed, error);
}

/** Returns the server's message for a refusal, or `failed` if there is none or the error was no refusal. */
export function refusalOr(failed: string, error: unknown): string {
  const refused = error instanceof ApiError && error.status >= 400 && error.status < 500;
  return refused && error.message !== '' ? error.message : failed;
}

/** The texts about a change of many things, one after another. */
export interface ManyWords {
  waiting: (done: number, total: number) => string;
  done: Done;
  failed: string;
  errorMs?: number;
}

/** Makes one call for each thing, because the API has no bulk call (spec http-api 6.1), and shows the progress. */
export async function runForEach<Thing>(
  words: ManyWords,
  things: readonly Thing[],
  change: (thing: Thing) => Promise<unknown>,
): Promise<boolean> {
  try {
    for (const [index, thing] of things.entries()) {
      growl.wait(words.waiting(index + 1, things.length));
      await change(thing);
    }
    sayDone(words.done);
    return true;
  } catch {
    // Things removed before the failure stay removed; the reloaded list shows that.
    growl.error(words.failed, words.errorMs);
    return false;
  }
}
