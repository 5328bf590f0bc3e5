import { ApiError } from '#web/kit/api-error.ts';
import { growl, growlStore } from '#web/ui/growl-store.ts';

/** The words of success, what makes them of the answer, or what says them where there is more to it, such as Undo. */
type Done<Answer = void> = string | ((answer: Answer) => unknown);

/** The number of changes so far, in the order in which they started, and the newest change whose result was shown. */
let begun = 0;
let told = 0;

/**
 * Reports the success of a change, unless the result of a newer one is on the screen: if two overlap, people wait for
 * the result of the second, and an error must not be covered. A result that offers an action, such as Undo, is always
 * shown.
 */
function sayDoneOf<Answer>(change: number, done: Done<Answer>, answer: Answer): void {
  const shown = growlStore.get();
  const newerIsTold = change < told && shown !== null && shown.kind !== 'wait';
  const words = typeof done === 'string' ? done : done(answer);
  if (newerIsTold && typeof words === 'string') return;
  told = Math.max(told, change);
  if (typeof words === 'string') growl.success(words);
}

/** Sentences about one change: while it runs, when it is done, when it failed. */
export interface ChangeWords<Answer = void> {
  waiting: string;
  done: Done<Answer>;
  /** Said where the server has no words of its own; a function always has the last word. */
  failed: string | ((error: unknown) => string);
  /** How long the error stays visible, in ms, for places that keep errors longer. */
  errorMs?: number;
}

/**
 * Makes a change with its notices: waiting, then success or error (WID-07). Returns the error, or null. If the server
 * sent a message with its refusal, that message is shown, because it tells people what to do.
 */
export async function runChange<Answer>(
  words: ChangeWords<Answer>,
  change: () => Promise<Answer>,
): Promise<unknown> {
  begun += 1;
  const number = begun;
  growl.wait(words.waiting);
  try {
    sayDoneOf(number, words.done, await change());
    return null;
  } catch (error) {
    told = Math.max(told, number);
    growl.error(wordsOf(words, error), words.errorMs);
    return error ?? new Error('unknown');
  }
}

function wordsOf({ failed }: Pick<ChangeWords, 'failed'>, error: unknown): string {
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
  done: string | (() => void);
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
    if (typeof words.done === 'string') growl.success(words.done);
    else words.done();
    return true;
  } catch {
    // Things removed before the failure stay removed; the reloaded list shows that.
    growl.error(words.failed, words.errorMs);
    return false;
  }
}
