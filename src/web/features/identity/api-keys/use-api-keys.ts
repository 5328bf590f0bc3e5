import { useState } from 'react';
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
import { growl } from '#web/ui/growl-store.ts';
import { confirm } from '#web/ui/confirm.tsx';

const KEY = ['api-keys'];

/** The values of a key's form. */
export type KeyForm = BodyIn<typeof addApiKey>;

/** A new key and what it may do. */
export type FreshKeyFacts = Pick<ApiKeyEntry, 'name' | 'mode' | 'scopes' | 'networks' | 'expiresAt'> & {
  key: string;
};

/** Keys of whoever is signed in. */
export interface ApiKeys extends PageData {
  entries: readonly ApiKeyEntry[];
  /** The rights that keys here can have. */
  scopes: readonly Scope[];
  /** The address that receives an email about every change. */
  email: string;
  /** The key that was made just now, to be shown this once. */
  fresh: FreshKeyFacts | null;
  forget: () => void;
  /** Throws what is wrong with the form. */
  add: (form: KeyForm) => Promise<void>;
  /** Throws what is wrong with the form. */
  save: (id: string, form: Omit<KeyForm, 'mode'>) => Promise<void>;
  /** Makes the secret of a key anew; throws. */
  rotate: (row: ApiKeyEntry, overlapHours: number) => Promise<void>;
  /** Asks first. */
  remove: (row: ApiKeyEntry) => Promise<void>;
}

export function useApiKeys(): ApiKeys {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [fresh, setFresh] = useState<FreshKeyFacts | null>(null);
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
    fresh,
    forget: () => setFresh(null),
    add: async (form) => {
      const { data } = await callApi(addApiKey, { body: form });
      setFresh({ ...form, key: data.key });
      await refresh();
    },
    save: async (id, form) => {
      await callApi(changeApiKey, { body: { id, ...form } });
      await run(t('apiKeys.saved'), refresh);
    },
    rotate: async (row, overlapHours) => {
      const { data } = await callApi(rotateApiKey, { body: { id: row.id, overlapHours } });
      setFresh({ ...row, key: data.key });
      growl.success(t('apiKeys.rotated'));
      await refresh();
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
