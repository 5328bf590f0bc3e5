import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { MAX_ARCHIVE_FAXES } from '#contract/mailbox/inbox.ts';
import { growl } from '#web/ui/growl-store.ts';
import type { ListedFax } from './fax-queries.ts';
import { restores } from './optimistic.ts';
import type { Bulk } from './use-bulk.ts';
import { useDownloads } from './use-downloads.ts';
import type { FileKind } from './use-downloads.ts';
import type { FaxActions } from './use-fax-actions.ts';
import type { FaxPage, InboxPlace } from './use-inbox.ts';
import type { OpenedFax } from './use-opened-fax.ts';
import { usePrint } from './use-print.ts';
import type { SelectionVerbs } from './use-selection.ts';

/** The actions of the buttons, bound to the selected faxes or, without any, to the open one. */
export interface TargetVerbs {
  rows: readonly ListedFax[];
  /** `active` is the row on which a key was pressed; it counts only if nothing is selected. */
  remove: (active?: string) => void;
  archive: (active?: string) => void;
  markRead: () => void;
  markUnread: () => void;
  download: (ext: FileKind) => void;
  print: () => Promise<void>;
}

/** Binds the actions; an open fax that leaves the folder is closed. */
export function useTargets(parts: {
  page: FaxPage;
  selection: SelectionVerbs;
  opened: OpenedFax | null;
  actions: FaxActions;
  place: InboxPlace;
  bulk: Bulk;
}): TargetVerbs {
  const { page, selection, opened, actions, place, bulk } = parts;
  const { t } = useTranslation();
  const download = useDownloads();
  const print = usePrint();
  const openRow = opened?.row;
  const rows = useMemo(() => {
    if (selection.ids.size > 0) return page.rows.filter((row) => selection.ids.has(row.fax_id));
    return openRow === undefined ? [] : [openRow];
  }, [openRow, page.rows, selection.ids]);

  const aim = (active: string | undefined) => {
    if (active === undefined || selection.ids.size > 0) return rows;
    return page.rows.filter((row) => row.fax_id === active);
  };
  const leave = async (act: FaxActions['remove'], active: string | undefined) => {
    const leaving = aim(active);
    // Another fax may have been opened in the meantime: it stays.
    if (await act(leaving)) place.closeOneOf(new Set(leaving.map((row) => row.fax_id)));
  };
  return {
    rows,
    // If all pages are selected, the server performs the action.
    remove: (active) => void (bulk.run('delete') || leave(actions.remove, active)),
    archive: (active) =>
      void (
        bulk.run(restores(place.folder, rows) ? 'from_archive' : 'to_archive') ||
        leave(actions.archive, active)
      ),
    markRead: () => void (bulk.run('view') || actions.markRead(rows)),
    markUnread: () => void (bulk.run('new') || actions.markUnread(rows)),
    download: (ext) => {
      if (bulk.state.kind === 'selected')
        growl.error(t('inbox.downloadTooMany', { count: MAX_ARCHIVE_FAXES }));
      else void download(rows, ext);
    },
    print,
  };
}
