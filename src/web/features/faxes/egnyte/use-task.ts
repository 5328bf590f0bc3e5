import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EGNYTE_COVER_LIMITS, egnyteFiles, egnyteSendFax } from '#contract/faxes/egnyte.ts';
import type { ReplyOf } from '#contract/kit/call.ts';
import { ApiError } from '#web/kit/api-error.ts';
import { callApi } from '#web/kit/call-api.ts';
import { useTell } from './use-tell.ts';

export type TaskFiles = ReplyOf<typeof egnyteFiles>['data'];

/** The fields of a cover page on this page. */
export const COVER_FIELDS = [
  'to_person',
  'to_company',
  'to_location',
  'to_phone',
  'regarding',
  'comments',
] as const;
export type CoverField = (typeof COVER_FIELDS)[number];
export type Cover = Readonly<Record<CoverField, string>>;

const NO_COVER = Object.fromEntries(COVER_FIELDS.map((name) => [name, ''])) as Cover;

/** The maximum length of each field. */
export const COVER_MAX: Readonly<Record<CoverField, number>> = EGNYTE_COVER_LIMITS;

/** A task of Egnyte: its files, and sending them; errors are shown on the message page (EGG-15 to EGG-17). */
export function useTask(id: string) {
  const { t } = useTranslation();
  const [files, setFiles] = useState<TaskFiles | null>(null);
  const [cover, setCover] = useState<Cover>(NO_COVER);
  const [withCover, setWithCover] = useState(false);
  const [busy, setBusy] = useState(false);
  const tell = useTell();
  useEffect(() => {
    let here = true;
    callApi(egnyteFiles, { query: { task_id: id } }).then(
      ({ data }) => here && setFiles(data),
      () => here && tell('error', t('egnyte.guest.filesError')),
    );
    return () => {
      here = false;
    };
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- loaded once for each task; a new language changes nothing
  }, [id]);

  const send = async (numbers: readonly string[]) => {
    if (files === null) return;
    setBusy(true);
    const form = new FormData();
    form.set('task_id', id);
    form.set('destinations', numbers.join(';'));
    form.set('destinationsEmail', '');
    form.set('coverpage', withCover ? '1' : '0');
    if (withCover) for (const name of COVER_FIELDS) form.set(name, cover[name]);
    for (const [index, file] of files.files.entries()) form.set(`userfiles[${index}]`, file.id);
    try {
      await callApi(egnyteSendFax, { body: form });
      tell('info', t('egnyte.guest.sent'));
    } catch (error) {
      const words = error instanceof ApiError ? error.message : '';
      tell('error', words === '' ? t('egnyte.guest.sendError') : words);
    }
    setBusy(false);
  };

  return {
    files,
    remove: (file: string) =>
      setFiles(files && { ...files, files: files.files.filter(({ id: one }) => one !== file) }),
    cover,
    setCover: (name: CoverField, value: string) => setCover({ ...cover, [name]: value }),
    withCover,
    setWithCover,
    busy,
    send: (numbers: readonly string[]) => void send(numbers),
  };
}
