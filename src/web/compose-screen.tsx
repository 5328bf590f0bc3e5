import { useNarrow } from './kit/screen.ts';
import { ComposePage } from './features/compose/compose-page.tsx';
import { FolderList } from './features/inbox/folder-list.tsx';

/** Inbox | Compose: the folders stay beside the fax being written, as beside the messages (D1 §2). */
export function ComposeScreen() {
  const narrow = useNarrow();
  return (
    <div className="compose-screen">
      {!narrow && <FolderList place={null} />}
      <ComposePage />
    </div>
  );
}
