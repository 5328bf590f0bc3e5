import { useState } from 'react';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { getRetention, putRetention } from '#contract/mailbox/retention.ts';
import type { KeptFolder, Retention } from '#contract/mailbox/retention.ts';
import { callApi } from '#web/kit/call-api.ts';
import { confirm } from '#web/ui/confirm.tsx';
import { useInstant } from '#web/kit/use-instant.ts';
import type { Refused, SavedMark } from '#web/kit/use-instant.ts';
import { periodOf } from '#web/kit/period.ts';

const retentionQuery = queryOptions({
  queryKey: ['retention'],
  queryFn: async () => await callApi(getRetention),
});

/** The text keys of the folder names. */
export const FOLDER_NAMES = {
  inbox: 'inbox.folder.Inbox',
  sent: 'inbox.folder.Sent',
  archive: 'inbox.folder.Archive',
} as const satisfies Record<KeptFolder, string>;

/** How long faxes are kept. A choice is saved at once; one that would move faxes tonight needs a confirmation. */
export interface KeptFaxes {
  /** Undefined until it is loaded. */
  setting: Retention | undefined;
  failed: boolean;
  mark: SavedMark;
  /** The folder and reason of the last change that was not saved. */
  refused: Refused | null;
  choose: (folder: KeptFolder, days: number | null) => Promise<void>;
}

/** Loads and changes the setting, if the user may. */
export function useRetention(enabled: boolean): KeptFaxes {
  const { t } = useTranslation();
  const { data, isError } = useQuery({ ...retentionQuery, enabled });
  const agreed = useAgreement();
  const [uncounted, setUncounted] = useState<KeptFolder | null>(null);
  const { mark, refused, change } = useInstant<Retention>(retentionQuery.queryKey, async (one) => {
    const [[folder, days]] = Object.entries(one) as [[KeptFolder, number | null]];
    const { moves: _, ...stored } = (await callApi(putRetention, { body: { folder, days } })).data;
    return stored;
  });
  return {
    setting: data,
    failed: isError && data === undefined,
    mark,
    refused: uncounted === null ? refused : { name: uncounted, text: t('general.saveError') },
    choose: async (folder, days) => {
      setUncounted(null);
      try {
        if (await agreed(folder, days)) change({ [folder]: days });
      } catch {
        // Without the count, nobody could tell what the change does.
        setUncounted(folder);
      }
    },
  };
}

/** Returns a function that counts the faxes that a change would move tonight, and asks first if there are any. */
function useAgreement(): (folder: KeptFolder, days: number | null) => Promise<boolean> {
  const { t, i18n } = useTranslation();
  return async (folder, days) => {
    const counted = await callApi(putRetention, { body: { folder, days, dryRun: true } });
    const { moves, most, restoreDays } = counted.data;
    const period = days ?? most;
    if (moves === 0 || period === null) return true;
    return await confirm({
      title: t('security.retention.confirmTitle'),
      body: t('security.retention.confirmBody', {
        folder: t(FOLDER_NAMES[folder]),
        period: periodOf(period, i18n.language),
        faxes: t('inbox.faxCount', { count: moves }),
        days: periodOf(restoreDays, i18n.language),
      }),
      confirmLabel: t('security.retention.confirm'),
      cancelLabel: t('app.cancel'),
      danger: true,
    });
  };
}
