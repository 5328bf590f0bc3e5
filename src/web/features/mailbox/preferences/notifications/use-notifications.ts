import { useQuery } from '@tanstack/react-query';
import { changeMailDelivery } from '#contract/email/outgoing.ts';
import { putGlobalSettings } from '#contract/mailbox/general-settings.ts';
import type { getGlobalSettings } from '#contract/mailbox/general-settings.ts';
import type { ReplyOf } from '#contract/kit/call.ts';
import { callApi } from '#web/kit/call-api.ts';
import { settingsQuery } from '#web/shared/mailbox/settings.ts';
import { mailDeliveryQuery } from '../mail-delivery.ts';
import type { MailDelivery } from '../mail-delivery.ts';
import type { PageData } from '../preference-frame.tsx';
import { bothMarks, useInstant } from '#web/kit/use-instant.ts';
import type { SavedMark } from '#web/kit/use-instant.ts';

type Settings = ReplyOf<typeof getGlobalSettings>;

/** The settings of emails about faxes; each change is saved at once. */
export interface Notifications {
  settings: Settings;
  mail: MailDelivery;
  mark: SavedMark;
  /** Returns why the last change of a setting was not saved. */
  refusedOf: (name: string) => string | undefined;
  changeSettings: (change: Partial<Settings>) => void;
  changeMail: (change: Partial<MailDelivery>) => void;
}

/** Returns the page's data; `ready` is null until both parts are loaded. */
export function useNotifications(): { data: PageData; ready: Notifications | null } {
  const settings = useQuery(settingsQuery);
  const mail = useQuery(mailDeliveryQuery);
  const instantSettings = useInstant<Settings>(settingsQuery.queryKey, async (change, all) => {
    const { notifyNew, warnDelete, language, timezoneId } = { ...all, ...change };
    const body = { notifyNew, warnDelete, language, timezoneId };
    return (await callApi(putGlobalSettings, { body })).data;
  });
  const instantMail = useInstant<MailDelivery>(
    mailDeliveryQuery.queryKey,
    async ({ copy, sendNotices, report, usage }) => {
      const body = {
        ...(copy && { copy }),
        ...(sendNotices && { sendNotices }),
        ...(report && { report }),
        ...(usage && { usage }),
      };
      return (await callApi(changeMailDelivery, { body })).data;
    },
  );
  const loaded = settings.data !== undefined && mail.data !== undefined;
  const failed = !loaded && (settings.isError || mail.isError);
  return {
    data: {
      loading: !loaded && !failed,
      failed,
      reload: () => {
        void settings.refetch();
        void mail.refetch();
      },
    },
    ready: loaded
      ? {
          settings: settings.data,
          mail: mail.data,
          mark: bothMarks(instantSettings.mark, instantMail.mark),
          refusedOf: (name) =>
            [instantSettings.refused, instantMail.refused].find((one) => one?.name === name)?.text,
          changeSettings: instantSettings.change,
          changeMail: instantMail.change,
        }
      : null,
  };
}
