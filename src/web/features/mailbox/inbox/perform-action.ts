import type { QueryClient } from '@tanstack/react-query';
import { faxArchiveAction, MAX_ACTION_FAXES } from '#contract/mailbox/inbox.ts';
import type { FaxAction, FaxRow, ListFolder } from '#contract/mailbox/inbox.ts';
import { callApi } from '#web/kit/call-api.ts';
import { TOPIC_KEYS } from '#web/kit/live-events.ts';
import { refreshAfter } from '#web/shared/mailbox/in-turn.ts';
import { LISTS, MAIN } from './fax-queries.ts';
import type { FaxList, MainReply } from './fax-queries.ts';
import { countsAfter, listAfter } from './optimistic.ts';

/** The changes of an action: the inverse action on these faxes undoes it, and `back` shows the previous lists. */
export interface Performed {
  changed: readonly string[];
  back: () => void;
}

/**
 * Shows the result of an action on faxes of `folder` at once. The returned function makes the call, and rolls back and
 * throws if it is refused; run it in turn (`inTurn`, `undoable`).
 */
export function perform(
  client: QueryClient,
  action: FaxAction,
  folder: ListFolder,
  rows: readonly FaxRow[],
): () => Promise<Performed> {
  const ids = rows.map((row) => row.fax_id);
  const drawn = draw(client, action, folder, rows);
  return async () => {
    const back = await drawn;
    try {
      const changed: string[] = [];
      for (const fid of batches(ids))
        changed.push(...(await callApi(faxArchiveAction, { body: { action, fid } })).data.changed);
      return { changed, back };
    } catch (error) {
      back();
      throw error;
    } finally {
      refreshAfter(client, TOPIC_KEYS.faxes);
    }
  };
}

/** Updates the lists and counts in advance; the returned function restores them. */
async function draw(
  client: QueryClient,
  action: FaxAction,
  folder: ListFolder,
  rows: readonly FaxRow[],
): Promise<() => void> {
  await client.cancelQueries({ queryKey: LISTS });
  const lists = client.getQueriesData<FaxList>({ queryKey: LISTS });
  const main = client.getQueryData<MainReply>(MAIN);
  const ids = new Set(rows.map((row) => row.fax_id));
  client.setQueriesData<FaxList>({ queryKey: LISTS }, (list) => list && listAfter(list, action, ids));
  if (main)
    client.setQueryData<MainReply>(MAIN, {
      ...main,
      folders: countsAfter(main.folders, action, folder, rows),
    });
  return () => {
    for (const [key, list] of lists) client.setQueryData(key, list);
    if (main) client.setQueryData(MAIN, main);
  };
}

/** Splits ids into batches: the API accepts at most 500 faxes per action. */
export function batches(ids: readonly string[]): string[][] {
  return Array.from({ length: Math.ceil(ids.length / MAX_ACTION_FAXES) }, (_, i) =>
    ids.slice(i * MAX_ACTION_FAXES, (i + 1) * MAX_ACTION_FAXES),
  );
}
