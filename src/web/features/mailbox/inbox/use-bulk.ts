import { useCallback, useMemo, useRef, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { FaxAction } from '#contract/mailbox/inbox.ts';
import { bulkAction, cancelBulkAction, selectFaxes, undoBulkAction } from '#contract/mailbox/search.ts';
import type { BulkProgress } from '#contract/mailbox/search.ts';
import { ApiError } from '#web/kit/api-error.ts';
import { callApi } from '#web/kit/call-api.ts';
import { confirm } from '#web/ui/confirm.tsx';
import { growl } from '#web/ui/growl-store.ts';
import type { FaxPage, ListPlace } from './use-inbox.ts';
import type { SelectionVerbs } from './use-selection.ts';

/** What is being done to a selection. */
interface Task {
  id: string;
  action: FaxAction;
  undoes: boolean;
}

/** How far an action on all faxes of a list is. */
export type BulkState =
  | { kind: 'none' }
  /** All of the page are checked, and there are more. */
  | { kind: 'offer' }
  | { kind: 'selecting' }
  /** `of` is what was checked then: checking something else ends it. */
  | { kind: 'selected'; id: string; total: number; of: ReadonlySet<string> }
  | { kind: 'running'; task: Task; progress: Pick<BulkProgress, 'done' | 'total'> }
  /** The connection broke off: what was done is done, and the rest can follow. */
  | { kind: 'broken'; task: Task; progress: Pick<BulkProgress, 'done' | 'total'> }
  | { kind: 'done'; task: Task; changed: number };

/** The selection of all faxes of a list, beyond the page, and what can be done with it. */
export interface Bulk {
  state: BulkState;
  selectAll: () => void;
  /** Runs an action on everything that is selected; false when only the page is. */
  run: (action: FaxAction) => boolean;
  stop: () => void;
  goOn: () => void;
  undo: () => void;
  clear: () => void;
}

/** Selects and acts on all faxes of the list shown: of the folder, or of what the search finds. */
export function useBulk(place: ListPlace, page: FaxPage, selection: SelectionVerbs): Bulk {
  const { t } = useTranslation();
  const line = place.q === '' ? `in:${place.folder.toLowerCase()}` : place.q;
  const [held, setHeld] = useState<{ line: string; state: BulkState }>({ line, state: { kind: 'none' } });
  // Another list starts with nothing selected; what runs goes on, wherever one looks meanwhile.
  const known = held.line === line || held.state.kind === 'running' ? held.state : NOTHING;
  const state = stateNow(known, page, selection);
  const set = useCallback((next: BulkState) => setHeld({ line, state: next }), [line]);
  const { work, stop } = useWork(set);

  return useMemo(() => {
    const begin = async (task: Task, total: number) => {
      if (task.action === 'delete' && !task.undoes && !(await confirm(question(total, t)))) return;
      if (!task.undoes) selection.clear();
      await work(task, { done: 0, total });
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
        void begin({ id: state.id, action, undoes: false }, state.total);
        return true;
      },
      stop: () => {
        if (state.kind === 'running') stop(state.task);
      },
      goOn: () => {
        if (state.kind === 'broken') void work(state.task, state.progress);
      },
      undo: () => {
        if (state.kind === 'done') void begin({ ...state.task, undoes: true }, state.changed);
      },
      clear: () => set(NOTHING),
    };
  }, [line, selection, set, state, stop, t, work]);
}

const NOTHING: BulkState = { kind: 'none' };
const OFFER: BulkState = { kind: 'offer' };

function stateNow(known: BulkState, page: FaxPage, selection: SelectionVerbs): BulkState {
  const whole = selection.count > 0 && selection.count === page.ids.length;
  const offered = whole && (page.total > page.ids.length || page.more);
  const lost = known.kind === 'selected' && selection.ids !== known.of;
  const idle = known.kind === 'none' || lost || (known.kind === 'done' && offered);
  return idle ? (offered ? OFFER : NOTHING) : known;
}

/** Repeats the call of a task until it is finished, stopped, or the connection breaks off. */
function useWork(set: (next: BulkState) => void) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const stopped = useRef(false);
  const work = useCallback(
    async (task: Task, from: Pick<BulkProgress, 'done' | 'total'>) => {
      stopped.current = false;
      let progress = from;
      try {
        for (;;) {
          set({ kind: 'running', task, progress });
          const now = await ask(task);
          progress = now;
          if (now.state === 'running' && !stopped.current) continue;
          set({ kind: 'done', task, changed: now.changed });
          break;
        }
      } catch (error) {
        const gone = error instanceof ApiError && error.status === 404;
        if (gone) growl.error(t('inbox.bulk.gone'));
        set(gone ? NOTHING : { kind: 'broken', task, progress });
      }
      for (const key of ['inbox', 'main', 'dashboard']) void client.invalidateQueries({ queryKey: [key] });
    },
    [client, set, t],
  );
  const stop = useCallback(({ id, undoes }: Task) => {
    stopped.current = true;
    // The answer to the call under way says how far it came.
    if (!undoes) callApi(cancelBulkAction, { body: { id } }).catch(() => undefined);
  }, []);
  return { work, stop };
}

function question(count: number, t: TFunction) {
  return {
    title: t('inbox.deleteTitle', { count }),
    body: t('inbox.deleteBody', { count }),
    confirmLabel: t('inbox.delete'),
    cancelLabel: t('inbox.cancel'),
    danger: true,
  };
}

async function ask({ id, action, undoes }: Task): Promise<BulkProgress> {
  if (undoes) return (await callApi(undoBulkAction, { body: { id } })).data;
  return (await callApi(bulkAction, { body: { id, action } })).data;
}
