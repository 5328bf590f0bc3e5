import { useCallback } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { FaxAction, FaxRow, ListFolder } from '#contract/mailbox/inbox.ts';
import { TOPIC_KEYS } from '#web/kit/live-events.ts';
import { wantsWarning } from '#web/shared/mailbox/delete-warning.ts';
import { inTurn } from '#web/shared/mailbox/in-turn.ts';
import { offerUndo, undoable } from '#web/shared/mailbox/undoable.ts';
import { useMay } from '#web/shared/mailbox/role.ts';
import { confirm } from '#web/ui/confirm.tsx';
import { growl } from '#web/ui/growl-store.ts';
import { deleteQuestion } from './delete-question.ts';
import { eraseFaxes } from './erase-later.ts';
import { GONE_MS, isGone } from './gone-fax.ts';
import { restores } from './optimistic.ts';
import type { ListedFax } from './fax-queries.ts';
import { perform } from './perform-action.ts';
import type { Performed } from './perform-action.ts';

/** The actions on one or many faxes of a folder. */
export interface FaxActions {
  /**
   * Deletes, after a confirmation if the account requires it (warnDelete); erases deleted faxes, after a confirmation.
   * Returns whether it was done.
   */
  remove: (rows: readonly FaxRow[]) => Promise<boolean>;
  /** Moves to Archive, or out of it if the folder is Archive; restores deleted faxes. */
  archive: (rows: readonly FaxRow[]) => Promise<boolean>;
  markRead: (rows: readonly FaxRow[]) => Promise<boolean>;
  markUnread: (rows: readonly FaxRow[]) => Promise<boolean>;
  /** Marks a fax as read because it was opened; without a message, because nobody requested it. */
  markOpened: (row: FaxRow) => void;
}

/** The texts of an action: while it runs, when it is done, when it failed. */
const WORDS = {
  delete: ['inbox.deleting', 'inbox.deleted', 'inbox.deleteError'],
  undelete: ['inbox.restoring', 'inbox.restored', 'inbox.restoreError'],
  to_archive: ['inbox.moving', 'inbox.moved', 'inbox.moveError'],
  from_archive: ['inbox.restoring', 'inbox.restored', 'inbox.restoreError'],
  view: ['inbox.markingRead', 'inbox.markedRead', 'inbox.markReadError'],
  new: ['inbox.markingUnread', 'inbox.markedUnread', 'inbox.markUnreadError'],
} as const satisfies Record<FaxAction, readonly [string, string, string]>;

/** The actions that undo an action. A restored fax can simply be deleted again. */
const INVERSE = {
  delete: 'undelete',
  to_archive: 'from_archive',
  from_archive: 'to_archive',
  view: 'new',
  new: 'view',
} as const satisfies Partial<Record<FaxAction, FaxAction>>;

/** Runs one action, reports its result, and offers Undo. Returns whether it was done. */
function useAct(folder: ListFolder) {
  const client = useQueryClient();
  const { t } = useTranslation();
  const run = useCallback(
    async (action: FaxAction, rows: readonly FaxRow[], call: () => Promise<Performed>) => {
      const [, done, failed] = WORDS[action];
      try {
        const { changed, back } = await call();
        const said = t(done, { count: rows.length });
        if (action === 'undelete' || changed.length === 0) growl.success(said);
        else {
          const inverse = { verb: 'faxes', action: INVERSE[action], ids: changed } as const;
          const words = { done: said, failed: t(`undo.failed.${action}`) };
          offerUndo(client, { ...words, inverse, stale: TOPIC_KEYS.faxes }, back);
        }
        return true;
      } catch (error) {
        // The kit logs the call; the growl reports the failure, and the rows are restored.
        if (isGone(error)) growl.error(t('inbox.gone', { count: rows.length }), GONE_MS);
        else growl.error(t(failed, { count: rows.length }));
        return false;
      }
    },
    [client, t],
  );
  return useCallback(
    async (action: FaxAction, rows: readonly FaxRow[]) => {
      if (rows.length === 0) return false;
      growl.wait(t(WORDS[action][0], { count: rows.length }));
      const call = perform(client, action, folder, rows);
      return await undoable(async () => await run(action, rows, call));
    },
    [client, folder, run, t],
  );
}

/** Returns the actions on faxes of `folder`: shown at once, rolled back on failure, then refetched (INBOX-25). */
export function useFaxActions(folder: ListFolder): FaxActions {
  const client = useQueryClient();
  const { t } = useTranslation();
  const run = useAct(folder);
  const may = useMay('work');
  // Keys work even without the buttons, which people with read access do not have.
  const act = may ? run : refuse;
  const remove = useCallback(
    async (rows: readonly FaxRow[]) => {
      if (rows.length === 0 || !may) return false;
      if (folder === 'Deleted') return await eraseFaxes(client, t, rows);
      if ((await wantsWarning(client)) && !(await confirm(deleteQuestion(rows.length, t)))) return false;
      return act('delete', rows);
    },
    [act, client, folder, may, t],
  );

  return {
    remove,
    archive: useCallback((rows) => act(filing(folder, rows), rows), [act, folder]),
    markRead: useCallback((rows) => act('view', rows), [act]),
    markUnread: useCallback((rows) => act('new', rows), [act]),
    markOpened: useCallback(
      (row) => {
        // A fax opened by people who only read stays unread for those who work on it.
        if (!may) return;
        // Stays unread if it fails: the dot returns, and opening the fax again retries.
        inTurn(perform(client, 'view', folder, [row])).catch(() => undefined);
      },
      [client, folder, may],
    ),
  };
}

const refuse: ReturnType<typeof useAct> = async () => false;

/** Returns the action of the archive button for these faxes: archive or restore. */
function filing(folder: ListFolder, rows: readonly ListedFax[]): FaxAction {
  if (folder === 'Deleted') return 'undelete';
  return restores(folder, rows) ? 'from_archive' : 'to_archive';
}
