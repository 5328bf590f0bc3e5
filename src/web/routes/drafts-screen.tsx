import { useNarrow } from '#web/kit/screen.ts';
import { DraftsPage } from '#web/features/faxes/compose/drafts-page.tsx';
import { FolderList } from '#web/features/mailbox/inbox/folder-list.tsx';
import { ForSenders } from './read-only.tsx';

/** Inbox | Drafts: the faxes being written, with the folders beside them. */
export function DraftsScreen() {
  const narrow = useNarrow();
  return (
    <div className="beside-folders">
      {!narrow && <FolderList beside />}
      <ForSenders>
        <DraftsPage />
      </ForSenders>
    </div>
  );
}
