import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { FileSpreadsheet, IdCard } from 'lucide-react';
import { exportContacts } from '#contract/mailbox/restore-contacts.ts';
import type { ContactFormat } from '#contract/mailbox/restore-contacts.ts';
import { callForFile } from '#web/kit/call-api.ts';
import { growl } from '#web/ui/growl-store.ts';
import type { MenuEntry } from '#web/ui/menu.tsx';
import { saveFile } from '#web/kit/save-file.ts';

/** Returns the entries that export all contacts: as a CSV file or a vCard file. */
export function useExport(): MenuEntry[] {
  const { t } = useTranslation();
  const save = useCallback(
    (format: ContactFormat) => {
      growl.wait(t('contacts.exporting'));
      callForFile(exportContacts, { query: { format } })
        .then((blob) => {
          saveFile(blob, `contacts.${format}`);
          growl.success(t('contacts.exported'));
        })
        // The kit logged the call; the user can simply try again.
        .catch(() => growl.error(t('contacts.exportError')));
    },
    [t],
  );
  return [
    {
      id: 'exportCsv',
      label: t('contacts.exportCsv'),
      icon: FileSpreadsheet,
      onAction: () => save('csv'),
    },
    { id: 'exportVcard', label: t('contacts.exportVcard'), icon: IdCard, onAction: () => save('vcf') },
  ];
}
