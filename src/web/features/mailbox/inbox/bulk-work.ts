import type { QueryClient } from '@tanstack/react-query';
import { bulkAction, cancelBulkAction } from '#contract/mailbox/search.ts';
import type { BulkProgress, BulkVerb } from '#contract/mailbox/search.ts';
import { ApiError } from '#web/kit/api-error.ts';
import { callApi } from '#web/kit/call-api.ts';
import { formatNumber } from '#web/kit/format-number.ts';
import { i18n } from '#web/kit/i18n.ts';
import { TOPIC_KEYS } from '#web/kit/live-events.ts';
import { sessionMark } from '#web/kit/session-store.ts';
import { offerUndo, undoable } from '#web/shared/mailbox/undoable.ts';
import { growl } from '#web/ui/growl-store.ts';
import { bulkTask, isShown } from './bulk-task.ts';
import type { BulkTask } from './bulk-task.ts';
import { keepTask } from './kept-task.ts';
import type { Task } from './kept-task.ts';

/** First parts of the keys of what an action on faxes changes. */
const STALE = TOPIC_KEYS.faxes;

/** How long the message is shown, in ms: long enough to read the progress. */
const BROKEN_MS = 6000;

/** A task on thousands of faxes must not keep other actions waiting. */
const beside = async <T>(work: () => Promise<T>) => await work();

/** Runs an action on a selection until it is finished or stopped, or the connection is lost, and offers to undo it. */
export async function runBulk(client: QueryClient, from: BulkTask): Promise<void> {
  await undoable(async () => await repeat(client, from), beside);
}

/** Stops the running action: the response to its current call contains the progress. */
export function stopBulk(): void {
  const now = bulkTask.get();
  if (now?.kind !== 'running') return;
  bulkTask.set({ ...now, stopping: true });
  callApi(cancelBulkAction, { body: { id: now.task.id } }).catch(() => undefined);
}

/** Repeats the call, because each works for a limited time. */
async function repeat(client: QueryClient, from: BulkTask): Promise<void> {
  const sessionStands = sessionMark();
  const { task } = from;
  let { progress } = from;
  try {
    for (;;) {
      bulkTask.set({ ...from, kind: 'running', progress, stopping: false });
      keepTask({ task, progress });
      const now = await ask(task);
      progress = now;
      if (now.state === 'running' && bulkTask.get()?.stopping === false) continue;
      bulkTask.set(null);
      keepTask(null);
      sayDone(client, task, now.changed);
      break;
    }
  } catch (error) {
    // Whoever uses the browser next must learn nothing of it.
    if (!sessionStands()) return;
    const gone = error instanceof ApiError && error.status === 404;
    if (gone) growl.error(i18n.t('inbox.bulk.gone'));
    // Otherwise a reload may have interrupted the connection.
    if (gone) keepTask(null);
    else if (!isShown(from.line)) growl.error(brokenText(progress), BROKEN_MS);
    bulkTask.set(gone ? null : { ...from, kind: 'broken', progress, stopping: false });
  }
  for (const key of STALE) void client.invalidateQueries({ queryKey: [key] });
}

/** The texts of the results, the same as for actions on a few faxes. */
const DONE = {
  delete: 'inbox.deleted',
  to_archive: 'inbox.moved',
  from_archive: 'inbox.restored',
  view: 'inbox.markedRead',
  new: 'inbox.markedUnread',
} as const satisfies Record<BulkVerb, string>;

function sayDone(client: QueryClient, { id, action }: Task, changed: number): void {
  const done = i18n.t(DONE[action], { count: changed });
  const inverse = { verb: 'selection', id } as const;
  if (changed === 0) growl.success(done);
  else offerUndo(client, { done, failed: i18n.t(`undo.failed.${action}`), inverse, stale: STALE });
}

function brokenText({ done, total }: Pick<BulkProgress, 'done' | 'total'>): string {
  const { language } = i18n;
  return i18n.t('inbox.bulk.broken', {
    done: formatNumber(done, language),
    total: formatNumber(total, language),
  });
}

async function ask({ id, action }: Task): Promise<BulkProgress> {
  return (await callApi(bulkAction, { body: { id, action } })).data;
}
