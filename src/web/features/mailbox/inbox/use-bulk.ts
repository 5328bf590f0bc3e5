import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { bulkAction, cancelBulkAction, selectFaxes } from '#contract/mailbox/search.ts';
import type { BulkProgress, BulkVerb } from '#contract/mailbox/search.ts';
import { ApiError } from '#web/kit/api-error.ts';
import { callApi } from '#web/kit/call-api.ts';
import { formatNumber } from '#web/kit/format-number.ts';
import { i18n } from '#web/kit/i18n.ts';
import { TOPIC_KEYS } from '#web/kit/live-events.ts';
import { offerUndo, undoable } from '#web/shared/mailbox/undoable.ts';
import { confirm } from '#web/ui/confirm.tsx';
import { growl } from '#web/ui/growl-store.ts';
import { deleteQuestion } from './delete-question.ts';
import { interruptedTask, keepTask } from './kept-task.ts';
import type { Task } from './kept-task.ts';
import type { FaxPage, ListPlace } from './use-inbox.ts';
import type { SelectionVerbs } from './use-selection.ts';

/** The state of an action on all faxes of a list. */
export type BulkState =
  | { kind: 'none' }
  /** The whole page is selected, and there are more. */
  | { kind: 'offer' }
  | { kind: 'selecting' }
  /** `of` is the selection at that time: selecting something else ends it. */
  | { kind: 'selected'; id: string; total: number; of: ReadonlySet<string> }
  | { kind: 'running'; task: Task; progress: Pick<BulkProgress, 'done' | 'total'> }
  /** The connection was lost: completed work stays, and the rest can follow. */
  | { kind: 'broken'; task: Task; progress: Pick<BulkProgress, 'done' | 'total'> };

/** The selection of all faxes of a list, beyond the page, and its actions. */
export interface Bulk {
  state: BulkState;
  selectAll: () => void;
  /** Runs an action on everything that is selected; returns false if only the page is. */
  run: (action: BulkVerb) => boolean;
  stop: () => void;
  goOn: () => void;
}

/** Selects and acts on all faxes of the current list: of the folder, or of the search. */
export function useBulk(place: ListPlace, page: FaxPage, selection: SelectionVerbs): Bulk {
  const { t } = useTranslation();
  const line = place.q === '' ? `in:${place.folder.toLowerCase()}` : place.q;
  const [held, setHeld] = useState<{ line: string; state: BulkState }>({ line, state: { kind: 'none' } });
  // Another list starts without a selection; a running action continues, whatever is shown meanwhile.
  const known = held.line === line || held.state.kind === 'running' ? held.state : NOTHING;
  const state = stateNow(known, page, selection, place.folder !== 'Deleted');
  const set = useCallback((next: BulkState) => setHeld({ line, state: next }), [line]);
  const { work, stop } = useWork(set, useIsSeen(line));

  return useMemo(() => {
    const begin = async (task: Task, total: number) => {
      if (task.action === 'delete' && !(await confirm(deleteQuestion(total, t)))) return;
      selection.clear();
      await undoable(async () => await work(task, { done: 0, total }), beside);
    };
    const select = async () => {
      set({ kind: 'selecting' });
      try {
        const { data } = await callApi(selectFaxes, { body: { q: line } });
        set({ kind: 'selected', ...data, of: selection.ids });
      } catch (error) {
        set(NOTHING);
        const said = error instanceof ApiError ? error.message : '';
        growl.error(said || t('inbox.bulk.selectError'));
      }
    };
    return {
      state,
      selectAll: () => void select(),
      run: (action) => {
        if (state.kind !== 'selected') return false;
        void begin({ id: state.id, action }, state.total);
        return true;
      },
      stop: () => {
        if (state.kind === 'running') stop(state.task);
      },
      goOn: () => {
        if (state.kind === 'broken')
          void undoable(async () => await work(state.task, state.progress), beside);
      },
    };
  }, [line, selection, set, state, stop, t, work]);
}

/** First parts of the keys of what an action on faxes changes. */
const STALE = TOPIC_KEYS.faxes;

/** How long the message is shown, in ms: long enough to read the progress. */
const BROKEN_MS = 6000;

const NOTHING: BulkState = { kind: 'none' };
const OFFER: BulkState = { kind: 'offer' };

function stateNow(known: BulkState, page: FaxPage, selection: SelectionVerbs, able: boolean): BulkState {
  const whole = selection.count > 0 && selection.count === page.ids.length;
  const offered = able && whole && (page.total > page.ids.length || page.more);
  const lost = known.kind === 'selected' && selection.ids !== known.of;
  // An interrupted action makes room for another selection.
  const idle = known.kind === 'none' || lost || (known.kind === 'broken' && offered);
  return idle ? (offered ? OFFER : NOTHING) : known;
}

/** A task on thousands of faxes must not keep other actions waiting. */
const beside = async <T>(work: () => Promise<T>) => await work();

/** Returns a check of whether the list is shown: its progress appears there, otherwise in a notice. */
function useIsSeen(line: string): () => boolean {
  const seen = useRef<string | null>(null);
  useEffect(() => {
    seen.current = line;
    return () => {
      seen.current = null;
    };
  }, [line]);
  return useCallback(() => seen.current === line, [line]);
}

/** Whether a task is running; tasks continue while other pages are shown. */
let atWork = false;

/** Repeats the call of a task until it is finished or stopped, or the connection is lost; resumes it after a reload. */
function useWork(set: (next: BulkState) => void, isSeen: () => boolean) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const stopped = useRef(false);
  const work = useCallback(
    async (task: Task, from: Pick<BulkProgress, 'done' | 'total'>) => {
      stopped.current = false;
      atWork = true;
      let progress = from;
      try {
        for (;;) {
          set({ kind: 'running', task, progress });
          keepTask({ task, progress });
          const now = await ask(task);
          progress = now;
          if (now.state === 'running' && !stopped.current) continue;
          set(NOTHING);
          keepTask(null);
          sayDone(client, task, now.changed, t);
          break;
        }
      } catch (error) {
        const gone = error instanceof ApiError && error.status === 404;
        if (gone) growl.error(t('inbox.bulk.gone'));
        // Otherwise a reload may have interrupted the connection.
        if (gone) keepTask(null);
        else if (!isSeen()) growl.error(brokenText(progress, t), BROKEN_MS);
        set(gone ? NOTHING : { kind: 'broken', task, progress });
      } finally {
        atWork = false;
      }
      for (const key of STALE) void client.invalidateQueries({ queryKey: [key] });
    },
    [client, isSeen, set, t],
  );
  const looked = useRef(false);
  useEffect(() => {
    const kept = atWork || looked.current ? null : interruptedTask();
    looked.current = true;
    if (kept === null) return;
    const { task, progress, fresh } = kept;
    if (fresh) void undoable(async () => await work(task, progress), beside);
    else set({ kind: 'broken', task, progress });
  }, [set, work]);
  const stop = useCallback(({ id }: Task) => {
    stopped.current = true;
    // The response to the current call contains the progress.
    callApi(cancelBulkAction, { body: { id } }).catch(() => undefined);
  }, []);
  return { work, stop };
}

/** The texts of the results, the same as for actions on a few faxes. */
const DONE = {
  delete: 'inbox.deleted',
  to_archive: 'inbox.moved',
  from_archive: 'inbox.restored',
  view: 'inbox.markedRead',
  new: 'inbox.markedUnread',
} as const satisfies Record<BulkVerb, string>;

function sayDone(client: QueryClient, { id, action }: Task, changed: number, t: TFunction): void {
  const done = t(DONE[action], { count: changed });
  const inverse = { verb: 'selection', id } as const;
  if (changed === 0) growl.success(done);
  else offerUndo(client, { done, failed: t(`undo.failed.${action}`), inverse, stale: STALE });
}

function brokenText({ done, total }: Pick<BulkProgress, 'done' | 'total'>, t: TFunction): string {
  const { language } = i18n;
  return t('inbox.bulk.broken', {
    done: formatNumber(done, language),
    total: formatNumber(total, language),
  });
}

async function ask({ id, action }: Task): Promise<BulkProgress> {
  return (await callApi(bulkAction, { body: { id, action } })).data;
}
