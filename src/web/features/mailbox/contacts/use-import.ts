import { useRef, useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { IMPORT_REDIRECT_MS, importContacts } from '#contract/mailbox/contacts.ts';
import type { ImportOutcome } from '#contract/mailbox/contacts.ts';
import { ApiError } from '#web/kit/api-error.ts';
import { callApi } from '#web/kit/call-api.ts';
import { useShown } from '#web/kit/use-shown.ts';
import { confirm } from '#web/ui/confirm.tsx';
import { growl } from '#web/ui/growl-store.ts';
import { fileFault, readContactFile } from './contact-file.ts';
import type { ContactFile, FileFault } from './contact-file.ts';
import { contactsChanged } from './contact-queries.ts';

/** How long a result with several numbers is shown, in ms. */
const RESULT_MS = 6000;

/** The handling of existing contacts: '0' skips the line, '1' overwrites the contact (spec http-api 5.3). */
export type DuplicateMode = '0' | '1';

/** The import page: the file, a preview of the result, and the import. */
export interface ContactImport {
  file: ContactFile | null;
  choose: (files: readonly File[]) => void;
  forget: () => void;
  mode: DuplicateMode;
  setMode: (mode: DuplicateMode) => void;
  /** The result in advance; undefined until the server has responded. */
  outcome: ImportOutcome | undefined;
  /** The reason why there is no preview, as text; empty if the server sent none. */
  problem: string | undefined;
  retry: () => void;
  running: boolean;
  start: () => void;
}

/** The file to import, and its number: the same name may come with another content. */
interface Chosen {
  file: ContactFile | null;
  round: number;
}

/** Reads a file, previews its import, and imports it. */
export function useImport(): ContactImport {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState<Chosen>({ file: null, round: 0 });
  const { file } = chosen;
  const [mode, setMode] = useState<DuplicateMode>('0');
  const preview = usePreview(chosen, mode);
  const run = useRun();
  const rounds = useRef(0);

  const forget = () => setChosen({ file: null, round: ++rounds.current });
  const refuse = async (fault: FileFault | 'unreadable', { name }: File) =>
    await confirm({
      title: t(`contacts.file.${fault}Title`),
      body: t(`contacts.file.${fault}Text`, { name }),
      confirmLabel: t('contacts.file.ok'),
    });
  const choose = async ([picked]: readonly File[]) => {
    if (picked === undefined) return;
    const fault = fileFault(picked);
    if (fault !== null) {
      forget();
      await refuse(fault, picked);
      return;
    }
    const round = ++rounds.current;
    const read = await readContactFile(picked).catch(() => null);
    // Another file was chosen in the meantime.
    if (round !== rounds.current) return;
    if (read === null) await refuse('unreadable', picked);
    else setChosen({ file: read, round });
  };
  return {
    file,
    choose: (files) => void choose(files),
    forget,
    mode,
    setMode,
    ...preview,
    running: run.running,
    start: () => file !== null && run.start(file, mode),
  };
}

function usePreview({ file, round }: Chosen, mode: DuplicateMode) {
  const asked = useQuery({
    // Not below the key of the contacts: after a successful import, its file must not be checked again.
    queryKey: ['contacts-preview', round, mode],
    enabled: file !== null && file.lines.length > 0,
    staleTime: 0,
    gcTime: 0,
    queryFn: async ({ signal }) => {
      const csv = (file?.lines ?? []).map((line) => line.text);
      return (await callApi(importContacts, { signal, body: { doReplace: mode, csv, dryRun: '1' } })).data;
    },
  });
  const nothing = file !== null && file.lines.length === 0;
  return {
    outcome: nothing ? { imported: 0, updated: 0, skipped: 0, errors: [] } : asked.data,
    problem: asked.isError ? wordsOf(asked.error) : undefined,
    retry: () => void asked.refetch(),
  };
}

/** Imports; the list appears 1.5 s after the start, whether or not the response has arrived (IMP-06). */
function useRun(): { running: boolean; start: (file: ContactFile, mode: DuplicateMode) => void } {
  const { t } = useTranslation();
  const client = useQueryClient();
  const navigate = useNavigate();
  const [running, setRunning] = useState(false);
  const shown = useShown();

  const start = async (file: ContactFile, mode: DuplicateMode) => {
    setRunning(true);
    growl.wait(t('contacts.importing'));
    const leave = setTimeout(() => {
      if (shown.current) void navigate({ to: '/contacts' });
    }, IMPORT_REDIRECT_MS);
    try {
      const csv = file.lines.map((line) => line.text);
      const { data } = await callApi(importContacts, { body: { doReplace: mode, csv } });
      growl.success(t('contacts.importDone', { ...data, refused: data.errors.length }), RESULT_MS);
      await contactsChanged(client);
    } catch (error) {
      // Nothing was imported, so people who are still here keep the file.
      clearTimeout(leave);
      setRunning(false);
      growl.error(wordsOf(error) || t('contacts.importError'), RESULT_MS);
    }
  };
  return { running, start: (file, mode) => void start(file, mode) };
}

function wordsOf(error: unknown): string {
  return error instanceof ApiError ? error.message : '';
}
