import { useTranslation } from 'react-i18next';
import { separatorPage } from '#contract/faxes/splitting.ts';
import { callForFile } from '#web/kit/call-api.ts';
import { saveFile } from '#web/kit/save-file.ts';
import { Button } from '#web/ui/button.tsx';
import { growl } from '#web/ui/growl-store.ts';

/** Downloads the separator page that is faxed between two documents, ready to print. */
export function PrintSeparator() {
  const { t } = useTranslation();
  const download = async () => {
    growl.wait(t('general.splitFaxes.making'));
    try {
      saveFile(await callForFile(separatorPage, {}), 'separator.pdf');
      growl.success(t('general.splitFaxes.made'));
    } catch {
      // The kit logged the call; the user can simply try again.
      growl.error(t('general.splitFaxes.error'));
    }
  };
  return (
    <Button onClick={() => void download()} variant="link">
      {t('general.splitFaxes.print')}
    </Button>
  );
}
