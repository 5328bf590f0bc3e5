import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { exportContacts } from '#contract/contacts.ts';
import { callForFile } from '#web/kit/call-api.ts';
import { growl } from '#web/ui/growl-store.ts';
import { saveFile } from '#web/kit/save-file.ts';

/** Gives all contacts as a CSV file. */
export function useExport(): () => void {
  const { t } = useTranslation();
  return useCallback(() => {
    growl.wait(t('contacts.exporting'));
    callForFile(exportContacts)
      .then((blob) => {
        saveFile(blob, 'contacts.csv');
        growl.success(t('contacts.exported'));
      })
      // kit logged the call; the person can simply try again.
      .catch(() => growl.error(t('contacts.exportError')));
  }, [t]);
}
