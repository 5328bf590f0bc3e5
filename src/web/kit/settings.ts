import { queryOptions, useQuery } from '@tanstack/react-query';
import { getGlobalSettings } from '#contract/general-settings.ts';
import type { ReplyOf } from '#contract/kit/call.ts';
import { callApi } from './call-api.ts';
import { setTimeZone } from './format-date.ts';
import { changeLanguage } from './i18n.ts';

/** The account's general settings; language and time zone take effect as soon as they are known. */
export const settingsQuery = queryOptions({
  queryKey: ['settings'],
  queryFn: async () => {
    const settings = await callApi(getGlobalSettings);
    setTimeZone(settings.timeZoneLabel.system_name);
    if (settings.language !== document.documentElement.lang) await changeLanguage(settings.language);
    return settings;
  },
  staleTime: 60_000,
});

/** The settings, or undefined until they are known. */
export function useSettings(): ReplyOf<typeof getGlobalSettings> | undefined {
  return useQuery(settingsQuery).data;
}
