import { useState } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ApiError } from '#web/kit/api-error.ts';

/** The state shown beside the title of a page whose controls save at once. */
export type SavedMark = 'none' | 'saving' | 'saved';

/** A rejected change: the setting and the message for its row. */
export interface Refused {
  name: string;
  text: string;
}

/** Settings that are saved as soon as they are changed. */
export interface Instant<Values> {
  mark: SavedMark;
  refused: Refused | null;
  change: (change: Partial<Values>) => void;
}

/**
 * Saves each change at once: it shows before the server responds, and is undone if the server rejects it. Changes are
 * sent one after another, so that the last one wins. `queryKey` holds the values; `save` receives the change and all
 * values, and returns what is stored now.
 */
export function useInstant<Values extends object>(
  queryKey: readonly string[],
  save: (change: Partial<Values>, all: Values) => Promise<Values>,
): Instant<Values> {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [refused, setRefused] = useState<Refused | null>(null);
  const mutationKey = ['instant', ...queryKey];
  const { mutate, status } = useMutation({
    mutationKey,
    networkMode: 'always',
    scope: { id: mutationKey.join(' ') },
    mutationFn: async (change: Partial<Values>) => {
      const all = client.getQueryData<Values>(queryKey);
      if (all === undefined) throw new Error('nothing was loaded to be changed');
      return await save(change, all);
    },
    onMutate: (change) => {
      setRefused(null);
      const before = client.getQueryData<Values>(queryKey);
      client.setQueryData<Values>(queryKey, (now) => now && { ...now, ...change });
      return before;
    },
    onError: (error, change, before) => {
      const names = Object.keys(change) as (keyof Values & string)[];
      const old = Object.fromEntries(names.map((name) => [name, before?.[name]])) as Partial<Values>;
      client.setQueryData<Values>(queryKey, (now) => now && { ...now, ...old });
      const told = error instanceof ApiError && error.status >= 400 && error.status < 500 && error.message;
      setRefused({ name: names[0] ?? '', text: told || t('general.saveError') });
    },
    onSuccess: (stored) => {
      // A later change is in progress: its response will be newer than this one.
      if (client.isMutating({ mutationKey }) === 1) client.setQueryData(queryKey, stored);
    },
  });
  return { mark: markOf(status), refused, change: mutate };
}

/** Returns the mark of a page with several kinds of settings: `saving` while any is, `saved` if any was. */
export function bothMarks(one: SavedMark, other: SavedMark): SavedMark {
  if (one === 'saving' || other === 'saving') return 'saving';
  return one === 'saved' || other === 'saved' ? 'saved' : 'none';
}

function markOf(status: 'idle' | 'pending' | 'success' | 'error'): SavedMark {
  return ({ pending: 'saving', success: 'saved', idle: 'none', error: 'none' } as const)[status];
}
