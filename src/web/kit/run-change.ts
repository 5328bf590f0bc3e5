import { ApiError } from '#web/kit/api-error.ts';
import { growl, growlStore } from '#web/ui/growl-store.ts';

/** The words of success, what makes them of the answer, or what says them where there is more to it, such as Undo. */
type Done<Answer = void> = string | ((answer: Answer) => unknown);

/** Changes so far, numbered as they began, and the newest of them whose end was told. */
let begun = 0;
let told = 0;

/**
 * Tells the success of a change, unless the end of a newer one is on the screen: where two overlap, people wait for news of
 * the second, and an error must not be covered. What offers something, such as Undo, is always shown.
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
  /** How long the error stands, where a place keeps its errors longer. */
  errorMs?: number;
}

/**
 * Makes a change with its notices: waiting, then success or error (WID-07). Answers what went wrong, or
 * null. A refusal that the server has words for is told in these words, because they say what to do about it.
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

/** The server's words for a refusal; `failed` where it has none, or where it was no refusal. */
export function refusalOr(failed: string, error: unknown): string {
  const refused = error instanceof ApiError && error.status >= 400 && error.status < 500;
  return refused && error.message !== '' ? error.message : failed;
}

/** Sentences about a change of many things one after the other. */
export interface ManyWords {
  waiting: (done: number, total: number) => string;
  done: string | (() => void);
  failed: string;
  errorMs?: number;
}

/** Makes one call for each thing, because the wire has none for all of them (spec http-api 6.1), and says how far it is. */
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
    // What was removed before the failure stays removed; the list is loaded again and shows it.
    growl.error(words.failed, words.errorMs);
    return false;
  }
}
