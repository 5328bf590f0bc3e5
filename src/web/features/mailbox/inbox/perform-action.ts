import type { QueryClient } from '@tanstack/react-query';
import { faxArchiveAction, MAX_ACTION_FAXES } from '#contract/mailbox/inbox.ts';
import type { FaxAction, FaxRow, ListFolder } from '#contract/mailbox/inbox.ts';
import { callApi } from '#web/kit/call-api.ts';
import { TOPIC_KEYS } from '#web/kit/live-events.ts';
import { refreshAfter } from '#web/shared/mailbox/in-turn.ts';
import { LISTS, MAIN } from './fax-queries.ts';
import type { FaxList, MainReply } from './fax-queries.ts';
import { countsAfter, listAfter } from './optimistic.ts';

/** What an action changed: the inverse action on these faxes undoes it, and `back` shows how the lists were before. */
export interface Performed {
  changed: readonly string[];
  back: () => void;
}

/**
 * Shows the end of an action on faxes of `folder` at once. What it answers makes the call, rolls back and throws when it
 * is refused; it is run in turn (`inTurn`, `undoable`).
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

/** Draws the lists and counts as they will be; what it answers draws them as they were. */
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

/** The wire takes at most 500 faxes in one action. */
export function batches(ids: readonly string[]): string[][] {
  return Array.from({ length: Math.ceil(ids.length / MAX_ACTION_FAXES) }, (_, i) =>
    ids.slice(i * MAX_ACTION_FAXES, (i + 1) * MAX_ACTION_FAXES),
  );
}
