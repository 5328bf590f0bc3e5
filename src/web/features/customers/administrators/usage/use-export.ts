import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EXPORT_HEADING, exportFileName, exportLine, faxUsage } from '#contract/customers/usage.ts';
import { ApiError } from '#web/kit/api-error.ts';
import { callApi } from '#web/kit/call-api.ts';
import { saveFile } from '#web/kit/save-file.ts';
import type { Range } from '#web/ui/date-range.tsx';
import { growl } from '#web/ui/growl-store.ts';

/** Saves every fax of a range as a text file (MFU-12, MFU-13); reports if there is none. */
export function useExport(range: Range): { busy: boolean; save: () => void } {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);

  const save = async () => {
    setBusy(true);
    growl.wait(t('multifax.usage.exporting'));
    try {
      const query = { startDate: range.from, endDate: range.to, forChilds: true, detailed: 'true' } as const;
      const { details } = await callApi(faxUsage, { query });
      if (details.length === 0) growl.error(t('multifax.usage.nothingToExport'));
      else {
        const lines = [EXPORT_HEADING, ...details.map(exportLine)];
        const file = new Blob(lines, { type: 'text/plain;charset=utf-8' });
        saveFile(file, exportFileName(range.from, range.to));
        growl.success(t('multifax.usage.exported'));
      }
    } catch (error) {
      // Other refusals have a message that tells people what to do: choose a shorter range, or try again later.
      const told = error instanceof ApiError && error.status !== 412 && error.status < 500 && error.message;
      growl.error(told || t('multifax.usage.exportFailed'));
    }
    setBusy(false);
  };
  return { busy, save: () => void save() };
}
