import { useState } from 'react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { activityExport, activityFileName, faxActivity } from '#contract/audit/fax-activity.ts';
import type { AccessKind } from '#contract/audit/fax-activity.ts';
import { MAX_RANGE_DAYS } from '#contract/customers/usage-range.ts';
import type { Range } from '#web/ui/date-range.tsx';
import { growl } from '#web/ui/growl-store.ts';
import { ApiError } from '#web/kit/api-error.ts';
import { callApi, callForFile } from '#web/kit/call-api.ts';
import { saveFile } from '#web/kit/save-file.ts';

/** The number of entries on a page. */
export const ACTIVITY_PAGE = 25;

/** The scope of the activity: the own account or an administrator's account, and all faxes or one. */
export interface ActivityOf {
  uid?: string | undefined;
  fid?: string | undefined;
}

/** The filter of the activity. Without a range, all entries are listed. */
export interface ActivityFilter {
  kind: AccessKind | '';
  range: Range | null;
}

/** Loads a page of the activity, newest first; never from the cache, because entries may be added at any time. */
export function useFaxActivity(of: ActivityOf, { kind, range }: ActivityFilter, page: number) {
  const query = {
    uid: of.uid ?? '',
    fid: of.fid ?? '',
    kind,
    'current-page': page,
    'per-page': ACTIVITY_PAGE,
    ...(range === null ? {} : { startDate: range.from, endDate: range.to }),
  };
  return useQuery({
    queryKey: ['fax-activity', query],
    queryFn: ({ signal }) => callApi(faxActivity, { query, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
  });
}

const MS_A_DAY = 86_400_000;

/** Returns the longest range that an export may have, ending with the last day that has begun anywhere on earth. */
export function lastYear(): Range {
  return { from: dayFromNow(2 - MAX_RANGE_DAYS), to: dayFromNow(1) };
}

function dayFromNow(days: number): string {
  return new Date(Date.now() + days * MS_A_DAY).toISOString().slice(0, 10);
}

/** Returns a function that saves the activity as a CSV file with a hash chain. */
export function useActivityExport(of: ActivityOf, { kind, range }: ActivityFilter) {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const save = async () => {
    const { from, to } = range ?? lastYear();
    setBusy(true);
    try {
      const pairs = { uid: of.uid ?? '', fid: of.fid ?? '', kind, startDate: from, endDate: to };
      const file = await callForFile(activityExport, { query: Object.entries(pairs) });
      saveFile(file, activityFileName('', from, to));
      growl.success(t('activity.exported'));
    } catch (error) {
      // A refusal tells people what to do: choose a shorter range, or try again later.
      const told = error instanceof ApiError && error.status < 500 && error.message;
      growl.error(told || t('activity.exportFailed'));
    }
    setBusy(false);
  };
  return { busy, save: () => void save() };
}
