import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import {
  changeEgnyteStorage,
  changeSftpStorage,
  egnyteStorage,
  sftpStorage,
} from '#contract/faxes/storage.ts';
import type { EgnyteSettings, SftpSettings } from '#contract/faxes/storage.ts';
import { ApiError } from '#web/kit/api-error.ts';
import { callApi } from '#web/kit/call-api.ts';
import { runChange } from '#web/kit/run-change.ts';
import { useDraft } from '#web/kit/use-draft.ts';
import { useUnsaved } from '#web/kit/use-unsaved.ts';
import type { EgnyteConsent } from './use-egnyte-consent.ts';
import { useRefreshStorage } from './refresh-storage.ts';
import type { StorageType } from './use-storage.ts';

/** The values of the form; `username` is the Egnyte domain (MFS-23). */
export interface StorageFields {
  host: string;
  port: string;
  dir: string;
  login: string;
  pass: string;
  username: string;
}

/** A connection with its form. */
export interface StorageForm {
  settings: SftpSettings | EgnyteSettings | undefined;
  loading: boolean;
  failed: boolean;
  reload: () => void;
  fields: StorageFields;
  /** Returns the server's message about a field that it rejected. */
  fault: (field: keyof StorageFields) => string | undefined;
  busy: boolean;
  change: (part: Partial<StorageFields>) => void;
  save: () => void;
  disconnect: () => void;
  /** Saves all with the key that the server shows now in place of the known one. */
  trust: (hostKey: string) => void;
}

const NOTHING: StorageFields = { host: '', port: '', dir: '', login: '', pass: '', username: '' };

/** Loads a connection and changes it; typed values stay if the server rejects them. */
export function useStorageForm(
  uid: string,
  type: StorageType,
  onSaved: () => void,
  egnyte: EgnyteConsent,
): StorageForm {
  const query = useQuery({
    queryKey: ['multifax', 'storage', type, uid],
    queryFn: (): Promise<SftpSettings | EgnyteSettings> =>
      type === 'sftp' ? callApi(sftpStorage, { query: { uid } }) : callApi(egnyteStorage, { query: { uid } }),
  });
  const draft = useDraft<StorageFields>({ ...NOTHING, ...query.data });
  const fields = draft.values;
  const [refused, setRefused] = useState<ApiError | null>(null);

  const { busy, run } = useRun(setRefused);
  const status = query.data?.status ?? 'Y';
  const consent = mayAsk(query.data, fields) ? egnyte : undefined;
  useUnsaved(draft.unsaved);
  const leaveAfter = async (done: Promise<boolean>) => {
    if (await done) onSaved();
  };
  return {
    settings: query.data,
    loading: query.isPending,
    failed: query.isError,
    reload: () => void query.refetch(),
    fields,
    fault: (field) => (isAbout(refused, field) ? refused?.message : undefined),
    busy,
    change: (part) => {
      draft.change(part);
      setRefused(null);
    },
    save: () =>
      void leaveAfter(draft.save(() => run('save', () => send({ uid, type, status, fields, consent })))),
    // What was typed about a connection that ends goes with it.
    disconnect: () =>
      void leaveAfter(draft.save(() => run('disconnect', () => send({ uid, type, status: 'N' })))),
    trust: (acceptHostKey) =>
      void draft.save(() => run('save', () => send({ uid, type, status: 'Y', fields, acceptHostKey }))),
  };
}

/** Returns whether Egnyte asks for consent: to another domain, and if nobody has agreed yet. */
function mayAsk(settings: SftpSettings | EgnyteSettings | undefined, { username }: StorageFields): boolean {
  if (settings?.type !== 'egnyte' || settings.status === 'N' || username === '') return false;
  return !settings.connected || settings.username !== username;
}

/**
 * Returns whether an error belongs to a field. This form has no field for a private key; errors about it belong to the
 * password that can replace it.
 */
function isAbout(refused: ApiError | null, field: keyof StorageFields): boolean {
  const named = field === 'pass' ? [field, 'privateKey'] : [field];
  return named.some((name) => refused?.fields[name] !== undefined);
}

/** Makes one change at a time with its notices, and loads everything again. */
function useRun(onRefused: (error: ApiError | null) => void) {
  const { t } = useTranslation();
  const refresh = useRefreshStorage();
  const [busy, setBusy] = useState(false);
  const words = {
    save: {
      waiting: t('multifax.saving'),
      done: t('multifax.storage.saved'),
      failed: t('multifax.storage.saveFailed'),
    },
    disconnect: {
      waiting: t('multifax.storage.disconnecting'),
      done: t('multifax.storage.disconnected'),
      failed: t('multifax.storage.disconnectFailed'),
    },
  };
  const run = async (kind: keyof typeof words, work: () => Promise<void>): Promise<boolean> => {
    setBusy(true);
    onRefused(null);
    const error = await runChange(words[kind], work);
    await refresh();
    if (error instanceof ApiError) onRefused(error);
    setBusy(false);
    return error === null;
  };
  return { busy, run };
}

/** With fields it is an update, without them only type, status and account go out (MFS-19, MFS-24). */
async function send(change: {
  uid: string;
  type: StorageType;
  status: 'Y' | 'N';
  fields?: StorageFields;
  acceptHostKey?: string;
  consent?: EgnyteConsent | undefined;
}): Promise<void> {
  const { uid, type, status, fields, acceptHostKey, consent } = change;
  if (type === 'sftp') {
    const { host = '', port = '', dir = '', login = '', pass = '' } = fields ?? {};
    const filled = fields === undefined ? {} : { host, port, dir, login, pass, acceptHostKey };
    await callApi(changeSftpStorage, { body: { user_id: uid, type, status, ...filled } });
    return;
  }
  const filled = fields === undefined ? {} : { username: fields.username };
  const body = { user_id: uid, type, status, ...filled };
  const save = async () => (await callApi(changeEgnyteStorage, { body })).data.authorizeUrl;
  await (consent === undefined ? save() : consent.during(save));
}
