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

/** Entries of a page. */
export const ACTIVITY_PAGE = 25;

/** Whose activity: of the own account, or of one of an administrator's; of all faxes or of one. */
export interface ActivityOf {
  uid?: string | undefined;
  fid?: string | undefined;
}

/** Which part of it. Without a range all of it is listed. */
export interface ActivityFilter {
  kind: AccessKind | '';
  range: Range | null;
}

/** A page of the activity, the newest first; never one from a cache, because entries come at any time. */
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

/** The longest range that an export may have, to the last day that has begun anywhere. */
export function lastYear(): Range {
  return { from: dayFromNow(2 - MAX_RANGE_DAYS), to: dayFromNow(1) };
}

function dayFromNow(days: number): string {
  return new Date(Date.now() + days * MS_A_DAY).toISOString().slice(0, 10);
}

/** Saves the activity as a CSV file with a hash chain. */
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
      // A refusal says what to do: a shorter range, a little later.
      const told = error instanceof ApiError && error.status < 500 && error.message;
      growl.error(told || t('activity.exportFailed'));
    }
    setBusy(false);
  };
  return { busy, save: () => void save() };
}
