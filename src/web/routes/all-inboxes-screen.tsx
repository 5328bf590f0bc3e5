import { useNarrow } from '#web/kit/screen.ts';
import { AllInboxesPage } from '#web/features/mailbox/all-inboxes/all-inboxes-page.tsx';
import { FolderList } from '#web/features/mailbox/inbox/folder-list.tsx';

/** All inboxes, with the folders of the current account beside them. */
export function AllInboxesScreen() {
  const narrow = useNarrow();
  return (
    <div className="beside-folders">
      {!narrow && <FolderList beside />}
      <AllInboxesPage />
    </div>
  );
}
