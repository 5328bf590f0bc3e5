import type { QueryClient } from '@tanstack/react-query';
import { whileOthersWait } from '#web/kit/call-limit.ts';

/** The end of whatever was begun last. */
let last: Promise<unknown> = Promise.resolve();
let underWay = 0;
/** First parts of the keys of queries to ask again, with their client. */
const stale = new Map<string, QueryClient>();

/**
 * Runs what changes the mailbox in the order in which the person did it: each begins when the one before has ended,
 * well or badly. Lists show the end of an action at once, so the next one may come before the server has answered, and
 * may be about the same faxes: a deletion must not overtake the undo that brought the fax back. Calls that hang end after
 * a time, so that no turn lasts forever. Never call it inside of itself: it would wait for its own end.
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

/** Whether a change is on its way or waits: what the lists show meanwhile is our own doing, not news from the server. */
export function changesRun(): boolean {
  return underWay > 0;
}

/**
 * Resolves when no change is on its way. Queries whose data a change draws ahead of the server's answer wait for it before
 * they ask, for whatever reason they do (a live event, a poll, the window in front again): an answer from the middle of a
 * change would bring a fax back that was just archived, under the finger of a person who goes on to delete the next one.
 */
export async function changesEnd(): Promise<void> {
  while (changesRun()) await last;
}

/**
 * Asks for the queries whose keys begin so again, once no change is on its way: an answer between two of them would show
 * the lists without the second for a moment.
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
