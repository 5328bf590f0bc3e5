import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { getFaxesArchive, getFaxFile, MAX_ARCHIVE_FAXES } from '#contract/mailbox/inbox.ts';
import type { FaxRow } from '#contract/mailbox/inbox.ts';
import { callForFile } from '#web/kit/call-api.ts';
import { formatDateTime } from '#web/kit/format-date.ts';
import { saveFile } from '#web/kit/save-file.ts';
import { growl } from '#web/ui/growl-store.ts';
import { GONE_MS, isGone } from './gone-fax.ts';

/** The two formats of a fax file. */
export type FileKind = 'pdf' | 'tiff';

/** The formats for a single fax: for a damaged one, also the original data. */
type SingleKind = FileKind | 'original';

/** Returns a function that downloads one fax as a file, several as a zip, with a growl while it is prepared. */
export function useDownloads(): (rows: readonly FaxRow[], ext: SingleKind) => Promise<void> {
  const { t } = useTranslation();
  return useCallback(
    async (rows, ext) => {
      const [first] = rows;
      if (first === undefined) return;
      if (rows.length > MAX_ARCHIVE_FAXES) {
        growl.error(t('inbox.downloadTooMany', { count: MAX_ARCHIVE_FAXES }));
        return;
      }
      growl.wait(t('inbox.downloading', { count: rows.length }));
      try {
        if (rows.length === 1 || ext === 'original')
          saveFile(await oneFile(first, ext), fileName(first, ext));
        else saveFile(await zip(rows, ext), 'fax.zip');
        growl.success(t('inbox.downloaded', { count: rows.length }));
      } catch (error) {
        // The kit logged the call; if the faxes still exist, the user can simply try again.
        if (isGone(error)) growl.error(t('inbox.gone', { count: rows.length }), GONE_MS);
        else growl.error(t('inbox.downloadError', { count: rows.length }));
      }
    },
    [t],
  );
}

function oneFile(row: FaxRow, ext: SingleKind): Promise<Blob> {
  const name = ext === 'original' ? 'original.tiff' : `fax.${ext}`;
  return callForFile(getFaxFile, { query: [['file', `${row.fax_path}/${name}`]] });
}

function zip(rows: readonly FaxRow[], ext: FileKind): Promise<Blob> {
  const ids = rows.map((row) => ['fids[]', row.fax_id] as const);
  return callForFile(getFaxesArchive, { query: [['ext', ext], ...ids] });
}

/** Returns the file name that the server uses: the other party and the minute (spec http-api 4.3). */
export function fileName(row: Pick<FaxRow, 'fax_from' | 'fax_date'>, ext: SingleKind): string {
  const [, month, day, year, hour, minute] =
    /^(\d+)\/(\d+)\/(\d+) (\d+):(\d+)$/.exec(formatDateTime(row.fax_date)) ?? [];
  return `fax_${row.fax_from || 'unknown'}_${year ?? ''}${month ?? ''}${day ?? ''}${hour ?? ''}${minute ?? ''}.${ext === 'original' ? 'original.tiff' : ext}`;
}
