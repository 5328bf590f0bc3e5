import { useEffect, useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { addSftpStorage, changeSftpStorage, SFTP_PORT, sftpStorage } from '#contract/faxes/storage.ts';
import type { SftpSettings } from '#contract/faxes/storage.ts';
import { ApiError } from '#web/kit/api-error.ts';
import { callApi } from '#web/kit/call-api.ts';
import { useMainData } from '#web/shared/mailbox/main-data.ts';
import { useDraft } from '#web/kit/use-draft.ts';
import { useUnsaved } from '#web/kit/use-unsaved.ts';
import { growl } from '#web/ui/growl-store.ts';
import type { PageData } from '../preference-frame.tsx';
import { REFRESH_MS, useCopies } from './use-copies.ts';
import type { Copies } from './use-copies.ts';

/** The values of the form. */
export type StorageDraft = Pick<
  SftpSettings,
  'status' | 'host' | 'port' | 'dir' | 'login' | 'fileType' | 'namePattern' | 'byMonth'
> & { pass: string; privateKey: string; useKey: boolean };

/** The page's data, draft and changes. */
export interface Storage extends PageData {
  /** The saved settings; null if there are none yet. */
  saved: SftpSettings | null;
  draft: StorageDraft;
  change: (change: Partial<StorageDraft>) => void;
  /** A code for each field that the server rejected. */
  faults: Readonly<Record<string, string>>;
  busy: boolean;
  save: (more?: { acceptHostKey: string }) => void;
  copies: Copies;
}

const NOTHING: StorageDraft = {
  status: 'Y',
  host: '',
  port: String(SFTP_PORT),
  dir: '',
  login: '',
  fileType: 'pdf',
  namePattern: 'from-first',
  byMonth: '0',
  pass: '',
  privateKey: '',
  useKey: false,
};

const KEY = ['sftp-storage'] as const;

/**
 * Returns the saved settings. A missing storage is not an error: the form is then empty (spec http-api 8.9). The main
 * data show that before the call returns 404.
 */
async function savedSettings(isSetUp: boolean): Promise<SftpSettings | null> {
  if (!isSetUp) return null;
  return await callApi(sftpStorage, { query: {} }).catch((error: unknown) => {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  });
}

/** Returns the SFTP storage as a draft over the saved settings; saving tests the server and reports the result. */
export function useStorage(): Storage {
  const { t } = useTranslation();
  const client = useQueryClient();
  const isSetUp = useMainData()?.storage.sftp;
  const settings = useQuery({
    queryKey: KEY,
    enabled: isSetUp !== undefined,
    // A storage set up on this page is known before the next main data arrive.
    queryFn: async () => await savedSettings(isSetUp === true || client.getQueryData(KEY) != null),
    // Only this page sets it up, so it is not refetched before it exists.
    refetchInterval: ({ state }) => (state.data == null ? false : REFRESH_MS),
  });
  const copies = useCopies('sftp');
  const saved = settings.data ?? null;
  const failed = settings.data === undefined && settings.isError;
  useEffect(() => {
    if (failed) growl.error(t('storage.loadError'));
  }, [failed, t]);
  const before: StorageDraft = { ...NOTHING, ...saved, pass: '', useKey: saved?.hasKey ?? false };
  const draft = useDraft<StorageDraft>(before);

  const { faults, save } = useSaving({
    draft: draft.values,
    isNew: saved === null,
    done: async (data) => {
      client.setQueryData(KEY, data);
      await client.invalidateQueries({ queryKey: ['main'] });
      await copies.reload();
    },
  });
  useUnsaved(draft.unsaved);
  return {
    loading: settings.isPending,
    failed,
    reload: () => void settings.refetch(),
    saved,
    draft: draft.values,
    change: draft.change,
    faults,
    busy: draft.saving,
    save: (more) => void draft.save(async () => await save(more)),
    copies,
  };
}

/** Sends the draft; the server tests it and returns an error for each field. */
function useSaving(parts: {
  draft: StorageDraft;
  isNew: boolean;
  done: (data: SftpSettings) => Promise<void>;
}) {
  const { draft, isNew, done } = parts;
  const { t } = useTranslation();
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({});
  const save = async (more: { acceptHostKey?: string } = {}): Promise<boolean> => {
    setFaults({});
    growl.wait(t('storage.saving'));
    try {
      const { useKey, privateKey, ...rest } = draft;
      const { status, host, port, dir, login, fileType, namePattern, byMonth, pass } = rest;
      const body = { status, host, port, dir, login, fileType, namePattern, byMonth, pass, ...more };
      const call = isNew ? addSftpStorage : changeSftpStorage;
      const { data } = await callApi(call, { body: { ...body, ...(useKey && { privateKey }) } });
      await done(data);
      sayHowItWent(data, {
        off: t('storage.savedOff'),
        works: t('storage.saved'),
        fails: t('storage.savedNotWorking'),
      });
      return true;
    } catch (error) {
      const fields = error instanceof ApiError ? error.fields : {};
      setFaults(fields);
      const words = error instanceof ApiError && error.status < 500 ? error.message : '';
      growl.error(words === '' ? t('storage.saveError') : words);
      return false;
    }
  };
  return { faults, save };
}

function sayHowItWent(data: SftpSettings, words: { off: string; works: string; fails: string }): void {
  if (data.status === 'N') growl.success(words.off);
  else if (data.lastError === '') growl.success(words.works);
  else growl.error(words.fails);
}
