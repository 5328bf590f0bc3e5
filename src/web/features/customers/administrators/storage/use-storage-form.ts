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
import { useUnsaved } from '#web/kit/use-unsaved.ts';
import type { EgnyteConsent } from './use-egnyte-consent.ts';
import { useRefreshStorage } from './use-storage.ts';
import type { StorageType } from './use-storage.ts';

/** What can be typed; `username` is the Egnyte domain (MFS-23). */
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
  /** The server's words about a field that it did not take. */
  fault: (field: keyof StorageFields) => string | undefined;
  busy: boolean;
  change: (part: Partial<StorageFields>) => void;
  save: () => void;
  disconnect: () => void;
  /** Takes the key that the server shows now in place of the known one. */
  trust: (hostKey: string) => void;
}

const NOTHING: StorageFields = { host: '', port: '', dir: '', login: '', pass: '', username: '' };

/** Loads a connection and changes it; what was typed stays when the server refuses. */
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
  const [typed, setTyped] = useState<Partial<StorageFields>>({});
  const [refused, setRefused] = useState<ApiError | null>(null);
  const fields = { ...NOTHING, ...query.data, ...typed };

  const { busy, run } = useRun(() => setTyped({}), setRefused);
  const status = query.data?.status ?? 'Y';
  const consent = mayAsk(query.data, fields) ? egnyte : undefined;
  useUnsaved(!busy && Object.keys(typed).length > 0);
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
      setTyped({ ...typed, ...part });
      setRefused(null);
    },
    save: () => void leaveAfter(run('save', () => send({ uid, type, status, fields, consent }))),
    disconnect: () => void leaveAfter(run('disconnect', () => send({ uid, type, status: 'N' }))),
    trust: (hostKey) => void run('save', () => acceptKey(uid, hostKey)),
  };
}

/** Egnyte asks for consent to another domain, and where nobody has agreed yet. */
function mayAsk(settings: SftpSettings | EgnyteSettings | undefined, { username }: StorageFields): boolean {
  if (settings?.type !== 'egnyte' || settings.status === 'N' || username === '') return false;
  return !settings.connected || settings.username !== username;
}

/** This form has no field for a private key; what is said about one belongs to the password that can replace it. */
function isAbout(refused: ApiError | null, field: keyof StorageFields): boolean {
  const named = field === 'pass' ? [field, 'privateKey'] : [field];
  return named.some((name) => refused?.fields[name] !== undefined);
}

/** Makes one change at a time with its notices, and loads everything again. */
function useRun(onDone: () => void, onRefused: (error: ApiError | null) => void) {
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
    if (error === null) onDone();
    else if (error instanceof ApiError) onRefused(error);
    setBusy(false);
    return error === null;
  };
  return { busy, run };
}

async function acceptKey(uid: string, hostKey: string): Promise<void> {
  const body = { user_id: uid, type: 'sftp', status: 'Y', acceptHostKey: hostKey } as const;
  await callApi(changeSftpStorage, { body });
}

/** With fields it is an update, without them only type, status and account go out (MFS-19, MFS-24). */
async function send(change: {
  uid: string;
  type: StorageType;
  status: 'Y' | 'N';
  fields?: StorageFields;
  consent?: EgnyteConsent | undefined;
}): Promise<void> {
  const { uid, type, status, fields, consent } = change;
  if (type === 'sftp') {
    const { host = '', port = '', dir = '', login = '', pass = '' } = fields ?? {};
    const filled = fields === undefined ? {} : { host, port, dir, login, pass };
    await callApi(changeSftpStorage, { body: { user_id: uid, type, status, ...filled } });
    return;
  }
  const filled = fields === undefined ? {} : { username: fields.username };
  const body = { user_id: uid, type, status, ...filled };
  const save = async () => (await callApi(changeEgnyteStorage, { body })).data.authorizeUrl;
  await (consent === undefined ? save() : consent.during(save));
}
