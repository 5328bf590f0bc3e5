import { useState } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ApiError } from '#web/kit/api-error.ts';

/** The state shown beside the title of a page whose controls save at once; a refusal is shown beside its control. */
export type SavedMark = 'none' | 'saving' | 'saved' | 'refused';

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
  const stored = storedValues<Values>(client, queryKey);
  const isLast = () => client.isMutating({ mutationKey }) === 1;
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
      // The first of several overlapping changes finds what is stored.
      if (stored.get() === undefined) stored.note(client.getQueryData<Values>(queryKey));
      client.setQueryData<Values>(queryKey, (now) => now && { ...now, ...change });
    },
    onError: (error, change) => {
      // Changes that wait behind this one stay on the screen.
      const others = client.getMutationCache().findAll({ mutationKey, status: 'pending' });
      const waiting = others
        .map(({ state }) => state.variables as Partial<Values>)
        .filter((one) => one !== change);
      const before = stored.get();
      if (before !== undefined)
        client.setQueryData<Values>(queryKey, Object.assign({}, before, ...waiting) as Values);
      const told = error instanceof ApiError && error.status >= 400 && error.status < 500 && error.message;
      setRefused({ name: Object.keys(change)[0] ?? '', text: told || t('general.saveError') });
    },
    onSuccess: (now) => {
      stored.note(now);
      // A later change is in progress: its response will be newer than this one.
      if (isLast()) client.setQueryData(queryKey, now);
    },
    onSettled: () => {
      if (isLast()) stored.note(undefined);
    },
  });
  const mark = refused !== null && status !== 'pending' ? 'refused' : markOf(status);
  return { mark, refused, change: mutate };
}

/** While changes are in progress: what the server stored last, by the query that already shows the changes. */
const storedBy = new WeakMap<object, unknown>();

/** Keeps what a query's values were on the server, for changes that are refused. */
function storedValues<Values>(client: QueryClient, queryKey: readonly string[]) {
  const query = () => client.getQueryCache().find({ queryKey, exact: true });
  return {
    get: () => storedBy.get(query() ?? client) as Values | undefined,
    note: (values: Values | undefined) => {
      const found = query();
      if (found !== undefined) storedBy.set(found, values);
    },
  };
}

/**
 * Returns the mark of a page with several kinds of settings: `saving` while any is, `saved` if any was and none was
 * refused.
 */
export function bothMarks(one: SavedMark, other: SavedMark): SavedMark {
  const marks = [one, other];
  return (['saving', 'refused', 'saved'] as const).find((mark) => marks.includes(mark)) ?? 'none';
}

function markOf(status: 'idle' | 'pending' | 'success' | 'error'): SavedMark {
  return ({ pending: 'saving', success: 'saved', idle: 'none', error: 'none' } as const)[status];
}
