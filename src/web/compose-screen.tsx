import { useNarrow } from './kit/screen.ts';
import { ComposePage } from './features/compose/compose-page.tsx';
import { FolderList } from './features/inbox/folder-list.tsx';
import type { PickerUse } from './features/compose/use-picker.ts';
import { later } from './ui/later.tsx';

const ContactPicker = later<PickerUse>(
  async () => (await import('./features/contacts/contact-picker.tsx')).ContactPicker,
);

/** Inbox | Compose: the folders stay beside the fax being written, as beside the messages, and the contacts open beside it (ROUTE-07). */
export function ComposeScreen() {
  const narrow = useNarrow();
  return (
    <div className="compose-screen">
      {!narrow && <FolderList beside />}
      <ComposePage picker={ContactPicker} />
    </div>
  );
}
