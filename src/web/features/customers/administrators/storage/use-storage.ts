import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { changeEgnyteStorage, changeSftpStorage, externalStorageAccounts } from '#contract/faxes/storage.ts';
import type { STORAGE_TYPES } from '#contract/faxes/storage.ts';
import type { ReplyOf } from '#contract/kit/call.ts';
import { callApi } from '#web/kit/call-api.ts';
import { runChange, runForEach } from '#web/kit/run-change.ts';
import { growl } from '#web/ui/growl-store.ts';
import { STORAGE_KEY, useRefreshStorage } from './refresh-storage.ts';
import type { EgnyteConsent } from './use-egnyte-consent.ts';

/** A kind of storage for copies of received faxes. */
export type StorageType = (typeof STORAGE_TYPES)[number];
/** One connection of the list. */
export type StorageItem = ReplyOf<typeof externalStorageAccounts>['data'][number];

/** The connections of all accounts of the administrator. */
export function useStorageList() {
  const query = useQuery({
    queryKey: STORAGE_KEY,
    queryFn: async () => (await callApi(externalStorageAccounts, { query: { forChilds: 'true' } })).data,
  });
  return {
    items: query.data,
    loading: query.isPending,
    failed: query.isError,
    reload: () => void query.refetch(),
  };
}

/** Sets connections active or not; only type, status and account are sent (MFS-04, MFS-19). */
export function useStorageStatus(egnyte: EgnyteConsent): {
  connect: (item: StorageItem) => Promise<void>;
  disconnect: (items: readonly StorageItem[]) => Promise<boolean>;
} {
  const { t } = useTranslation();
  const refresh = useRefreshStorage();

  const connect = async (item: StorageItem) => {
    let asks = false;
    const words = {
      waiting: t('multifax.storage.connecting'),
      done: () => growl.success(t(asks ? 'multifax.storage.saved' : 'multifax.storage.connected')),
      failed: t('multifax.storage.connectFailed'),
    };
    const change = () => setStatus(item, 'Y');
    await runChange(words, async () => {
      if (item.type === 'egnyte') asks = await egnyte.during(change);
      else await change();
    });
    await refresh();
  };

  const disconnect = async (items: readonly StorageItem[]) => {
    const words = {
      waiting: (done: number, total: number) => t('multifax.storage.disconnectingAll', { done, total }),
      done: t('multifax.storage.disconnected'),
      failed: t('multifax.storage.disconnectFailed'),
    };
    const done = await runForEach(words, items, (item) => setStatus(item, 'N'));
    await refresh();
    return done;
  };
  return { connect, disconnect };
}

/** Returns the URL of Egnyte's consent page if consent has not been given yet. */
async function setStatus(
  { type, uid }: Pick<StorageItem, 'type' | 'uid'>,
  status: 'Y' | 'N',
): Promise<string | undefined> {
  if (type === 'sftp') {
    await callApi(changeSftpStorage, { body: { type, status, user_id: uid } });
    return undefined;
  }
  const { data } = await callApi(changeEgnyteStorage, { body: { type, status, user_id: uid } });
  return data.authorizeUrl;
}
