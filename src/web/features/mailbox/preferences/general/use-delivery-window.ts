import { useRef, useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { putDeliveryWindow } from '#contract/faxes/delivery-window.ts';
import type { WindowOut } from '#contract/faxes/delivery-window.ts';
import { ApiError } from '#web/kit/api-error.ts';
import { callApi } from '#web/kit/call-api.ts';
import { deliveryWindowQuery } from '#web/shared/faxes/delivery-window.ts';

/** The draft of the delivery window. */
export interface DeliveryWindowDraft {
  values: WindowOut | undefined;
  change: (change: Partial<WindowOut>) => void;
  error: string | undefined;
  saved: boolean;
  /** Retries a failed load; null if nothing failed. */
  retry: (() => void) | null;
}

/**
 * Returns the account's delivery window, saved as it is changed: one save at a time, and the last state wins. A window
 * without days shows an error and is not saved; one that the server refuses is reset.
 */
export function useDeliveryWindow(): DeliveryWindowDraft {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { data, isError, refetch } = useQuery(deliveryWindowQuery);
  const [draft, setDraft] = useState<WindowOut>();
  const [error, setError] = useState<string>();
  const [saved, setSaved] = useState(false);
  const wanted = useRef<WindowOut | null>(null);
  const saving = useRef(false);

  const save = async (): Promise<void> => {
    if (saving.current) return;
    saving.current = true;
    while (wanted.current !== null) {
      const body = wanted.current;
      wanted.current = null;
      try {
        const { data: now } = await callApi(putDeliveryWindow, { body: { ...body, days: [...body.days] } });
        client.setQueryData(deliveryWindowQuery.queryKey, now);
        if (wanted.current !== null) continue;
        setDraft(undefined);
        setSaved(true);
      } catch (fault) {
        if (wanted.current !== null) continue;
        setDraft(undefined);
        setError((fault instanceof ApiError && fault.message) || t('window.saveError'));
      }
    }
    saving.current = false;
  };
  const values = draft ?? data;
  return {
    values,
    error,
    saved,
    retry: isError && data === undefined ? () => void refetch() : null,
    change: (change) => {
      if (values === undefined) return;
      const next = { ...values, ...change };
      setDraft(next);
      setSaved(false);
      const never = next.on === '1' && next.days.length === 0;
      setError(never ? t('window.noDays') : undefined);
      wanted.current = never ? null : next;
      void save();
    },
  };
}
