import { useRef, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { scheduleJob } from '#contract/faxes/queue.ts';
import type { OutboxItem } from '#contract/faxes/queue.ts';
import { formatFaxNumber } from '#contract/kit/fax-number.ts';
import { callApi } from '#web/kit/call-api.ts';
import { runChange } from '#web/kit/run-change.ts';
import type { LaterTime } from '#web/shared/faxes/use-send-time.ts';
import { confirm } from '#web/ui/confirm.tsx';

/** What can be done about a fax that is sent later. */
export interface Schedule {
  busy: boolean;
  /** Asks first where that is outside of the delivery window. */
  sendNow: (item: OutboxItem) => Promise<void>;
  change: (item: OutboxItem, time: LaterTime) => Promise<void>;
}

/** Sends faxes of the outbox now, or at another time. One change at a time: a double click sends nothing twice. */
export function useSchedule(): Schedule {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const running = useRef(false);
  const once = async (work: () => Promise<void>) => {
    if (running.current) return;
    running.current = true;
    setBusy(true);
    await work().finally(() => {
      running.current = false;
      setBusy(false);
      for (const key of ['outbox', 'main']) void client.invalidateQueries({ queryKey: [key] });
    });
  };
  return {
    busy,
    sendNow: async (item) =>
      await once(async () => {
        const number = formatFaxNumber(item.to_faxnumber) ?? '';
        const sure =
          item.window !== true ||
          (await confirm({
            title: t('later.sendNowTitle'),
            body: t('later.sendNowBody', { number }),
            confirmLabel: t('later.sendNow'),
            cancelLabel: t('later.cancel'),
          }));
        if (!sure) return;
        await runChange(
          { waiting: t('compose.sending'), done: t('compose.sent', { count: 1 }), failed: t('later.failed') },
          async () => await callApi(scheduleJob, { body: { jobid: item.jobid, send_at: '' } }),
        );
      }),
    change: async (item, { sendAt, zone, anyHour }) =>
      await once(async () => {
        const body = {
          jobid: item.jobid,
          send_at: sendAt,
          send_zone: zone,
          outside_window: anyHour ? '1' : '0',
        } as const;
        await runChange(
          { waiting: t('later.saving'), done: t('later.saved'), failed: t('later.failed') },
          async () => await callApi(scheduleJob, { body }),
        );
      }),
  };
}
