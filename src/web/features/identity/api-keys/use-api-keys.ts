import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { addApiKey, apiKeys, changeApiKey, removeApiKey, rotateApiKey } from '#contract/identity/api-keys.ts';
import type { ApiKeyEntry } from '#contract/identity/api-keys.ts';
import type { BodyIn } from '#contract/kit/call.ts';
import type { Scope } from '#contract/v1/scopes.ts';
import { callApi } from '#web/kit/call-api.ts';
import { formatDateTime } from '#web/kit/format-date.ts';
import { runChange } from '#web/kit/run-change.ts';
import type { PageData } from '#web/kit/use-entries.ts';
import { confirm } from '#web/ui/confirm.tsx';

const KEY = ['api-keys'];

/** The values of a key's form. */
export type KeyForm = BodyIn<typeof addApiKey>;

/** The keys of the signed-in user. */
export interface ApiKeys extends PageData {
  entries: readonly ApiKeyEntry[];
  /** The rights that keys here can have. */
  scopes: readonly Scope[];
  /** The address that receives an email about every change. */
  email: string;
  /** Returns the complete key, or throws the errors of the form. */
  add: (form: KeyForm) => Promise<string>;
  /** Throws the errors of the form. */
  save: (id: string, form: Omit<KeyForm, 'mode'>) => Promise<void>;
  /** Returns the complete new key; null if none was created. */
  rotate: (row: ApiKeyEntry, overlapHours: number) => Promise<string | null>;
  /** Asks for confirmation first. */
  remove: (row: ApiKeyEntry) => Promise<void>;
}

export function useApiKeys(): ApiKeys {
  const { t } = useTranslation();
  const client = useQueryClient();
  const query = useQuery({ queryKey: KEY, queryFn: async () => await callApi(apiKeys) });
  const refresh = async () => await client.invalidateQueries({ queryKey: KEY });
  const run = async (done: string, change: () => Promise<unknown>) => {
    await runChange({ waiting: t('apiKeys.working'), done, failed: t('apiKeys.failed') }, change);
    await refresh();
  };
  return {
    entries: query.data?.keys ?? [],
    scopes: query.data?.scopes ?? [],
    email: query.data?.email ?? '',
    loading: query.isPending,
    failed: query.isError && query.data === undefined,
    reload: () => void query.refetch(),
    add: async (form) => {
      const { data } = await callApi(addApiKey, { body: form });
      await refresh();
      return data.key;
    },
    save: async (id, form) => {
      await callApi(changeApiKey, { body: { id, ...form } });
      await run(t('apiKeys.saved'), refresh);
    },
    rotate: async ({ id }, overlapHours) => {
      let key: string | null = null;
      await run(t('apiKeys.rotated'), async () => {
        ({ key } = (await callApi(rotateApiKey, { body: { id, overlapHours } })).data);
      });
      return key;
    },
    remove: async ({ id, name, lastUsedAt, lastAddress }) => {
      const used = lastUsedAt !== null && { used: formatDateTime(lastUsedAt), address: lastAddress };
      const sure = await confirm({
        title: t('apiKeys.deleteTitle', { name }),
        body: used ? t('apiKeys.deleteText', used) : t('apiKeys.deleteUnused'),
        confirmLabel: t('apiKeys.delete'),
        cancelLabel: t('app.cancel'),
        danger: true,
      });
      if (sure) await run(t('apiKeys.deleted'), async () => await callApi(removeApiKey, { body: { id } }));
    },
  };
}
