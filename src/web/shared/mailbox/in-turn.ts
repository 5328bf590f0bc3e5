import type { QueryClient } from '@tanstack/react-query';
import { whileOthersWait } from '#web/kit/call-limit.ts';

/** The end of the change that was started last. */
let last: Promise<unknown> = Promise.resolve();
let underWay = 0;
/** The first parts of the query keys to invalidate, with their client. */
const stale = new Map<string, QueryClient>();

/**
 * Runs changes to the mailbox in the order in which the person made them: each starts when the previous one has ended,
 * whether it succeeded or failed. Lists show the result of an action at once, so the next action may start before the
 * server has responded, and may affect the same faxes: a deletion must not overtake the undo that brought the fax back.
 * Calls that hang time out, so that no turn lasts forever. Never call it within itself: it would wait for its own end.
 */
export async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  underWay += 1;
  const turn = last.then(async () => await whileOthersWait(work));
  last = turn.catch(() => undefined);
  try {
    return await turn;
  } finally {
    underWay -= 1;
    refresh();
  }
}

/** Returns whether a change is running or waiting: what lists show meanwhile is our own change, not server news. */
export function changesRun(): boolean {
  return underWay > 0;
}

/**
 * Resolves when no change is in progress. Queries whose data a change updates before the server responds wait for it
 * before they fetch, no matter why they fetch (a live event, a poll, the window returning to the front): a response
 * from the middle of a change would bring back a fax that was just archived, right under the pointer of a person who is
 * about to delete the next one.
 */
export async function changesEnd(): Promise<void> {
  while (changesRun()) await last;
}

/**
 * Invalidates the queries whose keys start with these parts, once no change is in progress: a response between two
 * changes would briefly show the lists without the second.
 */
export function refreshAfter(client: QueryClient, keys: readonly string[]): void {
  for (const key of keys) stale.set(key, client);
  refresh();
}

function refresh(): void {
  if (underWay > 0) return;
  const due = [...stale];
  stale.clear();
  for (const [key, client] of due) void client.invalidateQueries({ queryKey: [key] });
}
