import { ApiError } from '#web/kit/api-error.ts';
import { growl } from '#web/ui/growl-store.ts';

/** Sentences about one change: while it runs, when it is done, when it failed. */
export interface ChangeWords {
  waiting: string;
  done: string;
  failed: string;
}

/**
 * Makes a change with its notices: waiting, then success or error (D2 §4, WID-07). Answers what went wrong, or
 * null. A refusal that the server has words for is told in these words, because they say what to do about it.
 */
export async function runChange(words: ChangeWords, change: () => Promise<unknown>): Promise<unknown> {
  growl.wait(words.waiting);
  try {
    await change();
    growl.success(words.done);
    return null;
  } catch (error) {
    const refused = error instanceof ApiError && error.status >= 400 && error.status < 500;
    growl.error(refused && error.message !== '' ? error.message : words.failed);
    return error ?? new Error('unknown');
  }
}
