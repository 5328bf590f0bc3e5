import { useCallback } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { FaxAction, FaxRow, ListFolder } from '#contract/mailbox/inbox.ts';
import { TOPIC_KEYS } from '#web/kit/live-events.ts';
import { inTurn } from '#web/shared/mailbox/in-turn.ts';
import { offerUndo, undoable } from '#web/shared/mailbox/undoable.ts';
import { settingsQuery } from '#web/shared/mailbox/settings.ts';
import { useMay } from '#web/shared/mailbox/role.ts';
import { confirm } from '#web/ui/confirm.tsx';
import { growl } from '#web/ui/growl-store.ts';
import { eraseFaxes } from './erase-faxes.ts';
import { GONE_MS, isGone } from './gone-fax.ts';
import { restores } from './optimistic.ts';
import type { ListedFax } from './fax-queries.ts';
import { perform } from './perform-action.ts';
import type { Performed } from './perform-action.ts';

/** What can be done to one or many faxes of a folder. */
export interface FaxActions {
  /** Deletes, after asking when the account wants to be asked (warnDelete); erases what is deleted, after asking. Answers whether it was done. */
  remove: (rows: readonly FaxRow[]) => Promise<boolean>;
  /** Moves to Archive, or out of it when the folder is Archive; restores what is deleted. */
  archive: (rows: readonly FaxRow[]) => Promise<boolean>;
  markRead: (rows: readonly FaxRow[]) => Promise<boolean>;
  markUnread: (rows: readonly FaxRow[]) => Promise<boolean>;
  /** Marks a fax read because it was opened: nobody asked for it, so nothing is said about it. */
  markOpened: (row: FaxRow) => void;
}

/** Words of an action: while it runs, when it is done, when it failed. */
const WORDS = {
  delete: ['inbox.deleting', 'inbox.deleted', 'inbox.deleteError'],
  undelete: ['inbox.restoring', 'inbox.restored', 'inbox.restoreError'],
  to_archive: ['inbox.moving', 'inbox.moved', 'inbox.moveError'],
  from_archive: ['inbox.restoring', 'inbox.restored', 'inbox.restoreError'],
  view: ['inbox.markingRead', 'inbox.markedRead', 'inbox.markReadError'],
  new: ['inbox.markingUnread', 'inbox.markedUnread', 'inbox.markUnreadError'],
} as const satisfies Record<FaxAction, readonly [string, string, string]>;

/** What takes an action back. A fax that was restored can simply be deleted again. */
const INVERSE = {
  delete: 'undelete',
  to_archive: 'from_archive',
  from_archive: 'to_archive',
  view: 'new',
  new: 'view',
} as const satisfies Partial<Record<FaxAction, FaxAction>>;

/** Runs one action, says how it ended, and offers Undo. Answers whether it was done. */
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
        // The call itself is logged by kit; the person learns it here, and the rows are back where they were.
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

/** Actions on faxes of `folder`: shown at once, rolled back when the server refuses, followed by fresh data (INBOX-25). */
export function useFaxActions(folder: ListFolder): FaxActions {
  const client = useQueryClient();
  const { t } = useTranslation();
  const run = useAct(folder);
  const may = useMay('work');
  // Keys work without the buttons that a reader doesn't have.
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
        // What somebody only reads stays unread for those who work on it.
        if (!may) return;
        // Left unread when it fails: the dot comes back, and opening it again tries again.
        inTurn(perform(client, 'view', folder, [row])).catch(() => undefined);
      },
      [client, folder, may],
    ),
  };
}

const refuse: ReturnType<typeof useAct> = async () => false;

/** What the one button for these faxes does: file, or bring back. */
function filing(folder: ListFolder, rows: readonly ListedFax[]): FaxAction {
  if (folder === 'Deleted') return 'undelete';
  return restores(folder, rows) ? 'from_archive' : 'to_archive';
}

function deleteQuestion(count: number, t: TFunction) {
  return {
    title: t('inbox.deleteTitle', { count }),
    body: t('inbox.deleteBody', { count }),
    confirmLabel: t('inbox.delete'),
    cancelLabel: t('inbox.cancel'),
    danger: true,
  };
}

/** Whether to ask before deleting; without an answer from the settings the careful way is taken. */
async function wantsWarning(client: QueryClient): Promise<boolean> {
  try {
    return (await client.ensureQueryData(settingsQuery)).warnDelete === '1';
  } catch {
    // Settings that cannot be read are no reason to delete unasked; kit logged the call.
    return true;
  }
}
