import { useNarrow } from '#web/kit/screen.ts';
import { ComposePage } from '#web/features/faxes/compose/compose-page.tsx';
import { FolderList } from '#web/features/mailbox/inbox/folder-list.tsx';
import type { PickerUse } from '#web/features/faxes/compose/use-picker.ts';
import { later } from '#web/ui/later.tsx';
import { ForSenders } from './read-only.tsx';

const ContactPicker = later<PickerUse>(
  async () => (await import('#web/features/mailbox/contacts/contact-picker.tsx')).ContactPicker,
);

/**
 * Inbox | Compose: the folders stay beside the fax being written, as they do beside the messages, and the contacts open
 * beside it (ROUTE-07).
 */
export function ComposeScreen() {
  const narrow = useNarrow();
  return (
    <div className="compose-screen">
      {!narrow && <FolderList beside />}
      <ForSenders>
        <ComposePage picker={ContactPicker} />
      </ForSenders>
    </div>
  );
}
