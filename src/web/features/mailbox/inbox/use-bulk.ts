import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { selectFaxes } from '#contract/mailbox/search.ts';
import type { BulkVerb } from '#contract/mailbox/search.ts';
import { ApiError } from '#web/kit/api-error.ts';
import { callApi } from '#web/kit/call-api.ts';
import { loadCode } from '#web/kit/load-code.ts';
import { confirm } from '#web/ui/confirm.tsx';
import { growl } from '#web/ui/growl-store.ts';
import { useStore } from '#web/ui/store.ts';
import { bulkTask, startedTask, useShownLine } from './bulk-task.ts';
import type { BulkTask } from './bulk-task.ts';
import { deleteQuestion } from './delete-question.ts';
import { interruptedTask } from './kept-task.ts';
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
  | BulkTask;

/** The selection of all faxes of a list, beyond the page, and its actions. */
export interface Bulk {
  state: BulkState;
  selectAll: () => void;
  /** Runs an action on everything that is selected; returns false if only the page is. */
  run: (action: BulkVerb) => boolean;
  stop: () => void;
  goOn: () => void;
}

/** Few people select more than a page: the code is loaded with the selection. */
const loadWork = async () => await import('./bulk-work.ts');

/** Selects and acts on all faxes of the current list: of the folder, or of the search. */
export function useBulk(place: ListPlace, page: FaxPage, selection: SelectionVerbs): Bulk {
  const { t } = useTranslation();
  const line = place.q === '' ? `in:${place.folder.toLowerCase()}` : place.q;
  const [held, setHeld] = useState<{ line: string; state: BulkState }>({ line, state: NOTHING });
  const task = useStore(bulkTask);
  // Another list starts without a selection; a running action is shown on every list.
  const shown = task?.kind === 'running' || task?.line === line ? task : null;
  const known = shown ?? (held.line === line ? held.state : NOTHING);
  const state = stateNow(known, page, selection, place.folder !== 'Deleted');
  const set = useCallback((next: BulkState) => setHeld({ line, state: next }), [line]);
  const work = useWork(line);

  return useMemo(() => {
    const begin = async (started: BulkTask) => {
      const { total } = started.progress;
      if (started.task.action === 'delete' && !(await confirm(deleteQuestion(total, t)))) return;
      set(NOTHING);
      selection.clear();
      await work(started);
    };
    const select = async () => {
      // A new selection replaces an interrupted action.
      bulkTask.set(null);
      set({ kind: 'selecting' });
      try {
        const [{ data }] = await Promise.all([callApi(selectFaxes, { body: { q: line } }), loadWork()]);
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
        void begin(startedTask(state.id, action, state.total, line));
        return true;
      },
      stop: () => void loadCode(loadWork).then((code) => code?.stopBulk()),
      goOn: () => {
        if (state.kind === 'broken') void work(state);
      },
    };
  }, [line, selection, set, state, t, work]);
}

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

/** Returns a function that runs an action. The page resumes one that a reload or a failure has interrupted. */
function useWork(line: string): (task: BulkTask) => Promise<void> {
  const client = useQueryClient();
  useShownLine(line);
  const work = useCallback(
    async (task: BulkTask) => await (await loadCode(loadWork))?.runBulk(client, task),
    [client],
  );
  const looked = useRef(false);
  useEffect(() => {
    const kept = bulkTask.get()?.kind === 'running' || looked.current ? null : interruptedTask();
    looked.current = true;
    if (kept === null) return;
    const { task, progress, fresh } = kept;
    const resumed = { ...startedTask(task.id, task.action, progress.total, line), progress };
    if (fresh) void work(resumed);
    else bulkTask.set({ ...resumed, kind: 'broken' });
  }, [line, work]);
  return work;
}
