import { queryOptions } from '@tanstack/react-query';
import { getGlobalSettings } from '#contract/mailbox/general-settings.ts';
import type { ReplyOf } from '#contract/kit/call.ts';
import { callApi } from '#web/kit/call-api.ts';
import { setTimeZone } from '#web/kit/format-date.ts';
import { changeLanguage, sayAgain } from '#web/kit/i18n.ts';

type Settings = ReplyOf<typeof getGlobalSettings>;

/** Applies language and time zone to the current page. */
export async function applySettings(settings: Settings): Promise<void> {
  if (setTimeZone(settings.timeZoneLabel.system_name)) sayAgain();
  await changeLanguage(settings.language);
}

/** The account's general settings; language and time zone take effect as soon as they are loaded. */
export const settingsQuery = queryOptions({
  queryKey: ['settings'],
  queryFn: async () => {
    const settings = await callApi(getGlobalSettings);
    await applySettings(settings);
    return settings;
  },
  staleTime: 60_000,
});
