import { useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { addAppPassword, appPasswords, removeAppPassword } from '#contract/identity/app-passwords.ts';
import type { AppPassword } from '#contract/identity/app-passwords.ts';
import { callApi } from '#web/kit/call-api.ts';
import { runChange } from '#web/kit/run-change.ts';
import { confirm } from '#web/ui/confirm.tsx';

const KEY = ['app-passwords'];

/** The list, and the actions that create and revoke a password. `fresh` is the new one; it is shown only once. */
export interface AppPasswords {
  passwords: readonly AppPassword[];
  failed: boolean;
  fresh: { name: string; password: string } | null;
  /** Throws. */
  add: (name: string) => Promise<void>;
  forget: () => void;
  revoke: (password: AppPassword) => Promise<void>;
}

export function useAppPasswords(): AppPasswords {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [fresh, setFresh] = useState<AppPasswords['fresh']>(null);
  const query = useQuery({
    queryKey: KEY,
    queryFn: async () => (await callApi(appPasswords)).passwords,
  });
  const reload = async () => await client.invalidateQueries({ queryKey: KEY });
  return {
    passwords: query.data ?? [],
    failed: query.isError,
    fresh,
    forget: () => setFresh(null),
    add: async (name) => {
      const { data } = await callApi(addAppPassword, { body: { name } });
      setFresh({ name, password: data.password });
      await reload();
    },
    revoke: async ({ id, name }) => {
      const sure = await confirm({
        title: t('security.app.revokeTitle', { name }),
        body: t('security.app.revokeText'),
        confirmLabel: t('security.app.revoke'),
        cancelLabel: t('app.cancel'),
        danger: true,
      });
      if (!sure) return;
      const words = {
        waiting: t('security.app.revoking'),
        done: t('security.app.revoked'),
        failed: t('security.app.revokeFailed'),
      };
      await runChange(words, async () => await callApi(removeAppPassword, { body: { id: Number(id) } }));
      await reload();
    },
  };
}
