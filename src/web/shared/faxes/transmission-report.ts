import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { transmissionReport } from '#contract/faxes/reports.ts';
import { growl } from '#web/ui/growl-store.ts';
import { callForFile } from '#web/kit/call-api.ts';
import { saveFile } from '#web/kit/save-file.ts';

/** Returns a function that downloads the report of a sent fax, with every call, as a PDF. */
export function useTransmissionReport(): (fid: string) => Promise<void> {
  const { t } = useTranslation();
  return useCallback(
    async (fid) => {
      growl.wait(t('report.making'));
      try {
        saveFile(await callForFile(transmissionReport, { query: [['fid', fid]] }), `report_${fid}.pdf`);
        growl.success(t('report.made'));
      } catch {
        // The kit logged the call; the user can simply try again.
        growl.error(t('report.error'));
      }
    },
    [t],
  );
}
