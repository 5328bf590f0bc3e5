import { useMemo } from 'react';
import type { FaxRow } from '#contract/mailbox/inbox.ts';
import { useDownloads } from './use-downloads.ts';
import type { FileKind } from './use-downloads.ts';
import type { FaxActions } from './use-fax-actions.ts';
import type { FaxPage, InboxPlace } from './use-inbox.ts';
import type { OpenedFax } from './use-opened-fax.ts';
import { usePrint } from './use-print.ts';
import type { SelectionVerbs } from './use-selection.ts';

/** The verbs of the buttons, already aimed at the selected faxes or, without any, at the opened one. */
export interface TargetVerbs {
  rows: readonly FaxRow[];
  /** `active`: the row that a key was pressed on; it counts only when nothing is selected. */
  remove: (active?: string) => void;
  archive: (active?: string) => void;
  markRead: () => void;
  markUnread: () => void;
  download: (ext: FileKind) => void;
  print: () => Promise<void>;
}

/** Aims the actions; an opened fax that leaves the folder is closed. */
export function useTargets(
  page: FaxPage,
  selection: SelectionVerbs,
  opened: OpenedFax | null,
  actions: FaxActions,
  place: InboxPlace,
): TargetVerbs {
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
    // Meanwhile another fax may have been opened: that one stays.
    if (await act(leaving)) place.closeOneOf(new Set(leaving.map((row) => row.fax_id)));
  };
  return {
    rows,
    remove: (active) => void leave(actions.remove, active),
    archive: (active) => void leave(actions.archive, active),
    markRead: () => void actions.markRead(rows),
    markUnread: () => void actions.markUnread(rows),
    download: (ext) => void download(rows, ext),
    print,
  };
}
