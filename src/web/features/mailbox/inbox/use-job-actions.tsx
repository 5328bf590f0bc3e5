import { useCallback, useMemo, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { formatFaxNumber } from '#contract/kit/fax-number.ts';
import { cancelJob, sendNow } from '#contract/faxes/queue.ts';
import { ApiError } from '#web/kit/api-error.ts';
import { callApi } from '#web/kit/call-api.ts';
import { isWindowClosed } from '#web/shared/faxes/delivery-window.ts';
import { confirm } from '#web/ui/confirm.tsx';
import { growl } from '#web/ui/growl-store.ts';
import { later } from '#web/ui/later.tsx';
import type { ActiveJob } from './active-job.ts';

/** What can be done with a fax that has not ended. */
export interface JobActions {
  /** Asks first where that is outside of the delivery window. */
  sendNow: (job: ActiveJob) => Promise<void>;
  editTime: (job: ActiveJob) => void;
  editNumber: (job: ActiveJob) => void;
  cancel: (job: ActiveJob) => Promise<void>;
}

const EditNumber = later(async () => (await import('./edit-number.tsx')).EditNumber);
const EditTime = later(async () => (await import('./edit-time.tsx')).EditTime);

/** The actions on faxes of the outbox, and the dialog of the one that needs one. */
export function useJobActions(): { actions: JobActions; dialog: ReactNode } {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [asked, setAsked] = useState<{ job: ActiveJob; about: 'number' | 'time' } | null>(null);
  const { refresh, run } = useRun();
  const actions = useMemo<JobActions>(
    () => ({
      sendNow: async ({ jobid, state, to_faxnumber: to, outside_window: anyHour }) => {
        if (!anyHour && (await isWindowClosed(client, to)) && !(await confirmOutside(t, to))) return;
        await run(
          t('inbox.outbox.hurrying'),
          async () => {
            await callApi(sendNow, { body: { jobid } });
            return state === 'SCHEDULED' ? t('compose.sent', { count: 1 }) : t('inbox.outbox.hurried');
          },
          t('inbox.outbox.hurryError'),
        );
      },
      editTime: (job) => setAsked({ job, about: 'time' }),
      editNumber: (job) => setAsked({ job, about: 'number' }),
      cancel: async (job) => {
        if (!(await confirmCancel(t, job))) return;
        await run(
          t('inbox.outbox.cancelling'),
          async () => {
            const { underWay } = await callApi(cancelJob, { body: { jobid: job.jobid } });
            return t(underWay ? 'inbox.outbox.cancelUnderWay' : 'inbox.outbox.cancelled');
          },
          t('inbox.outbox.cancelError'),
        );
      },
    }),
    [client, run, t],
  );
  const close = () => setAsked(null);
  if (asked === null) return { actions, dialog: null };
  const { job, about } = asked;
  const dialog =
    about === 'number' ? (
      <EditNumber job={job} key={`number ${job.jobid}`} onClose={close} onDone={refresh} />
    ) : (
      <EditTime job={job} key={`time ${job.jobid}`} onClose={close} onDone={refresh} />
    );
  return { actions, dialog };
}

/** Makes one change at a time, with its notices, so that a double click changes nothing twice; then the lists ask anew. */
function useRun() {
  const client = useQueryClient();
  const running = useRef(false);
  const refresh = useCallback(() => {
    for (const key of ['outbox', 'main']) void client.invalidateQueries({ queryKey: [key] });
  }, [client]);
  const run = useCallback(
    async (waiting: string, work: () => Promise<string>, failed: string) => {
      if (running.current) return;
      running.current = true;
      growl.wait(waiting);
      try {
        growl.success(await work());
      } catch (error) {
        growl.error((error instanceof ApiError && error.message) || failed);
      }
      running.current = false;
      refresh();
    },
    [refresh],
  );
  return { refresh, run };
}

async function confirmOutside(t: TFunction, to: string): Promise<boolean> {
  return await confirm({
    title: t('later.sendNowTitle'),
    body: t('later.sendNowBody', { number: formatFaxNumber(to) ?? to }),
    confirmLabel: t('inbox.outbox.sendNow'),
    cancelLabel: t('later.cancel'),
  });
}

async function confirmCancel(t: TFunction, { state, to_faxnumber: to }: ActiveJob): Promise<boolean> {
  const body = state === 'SENDING' ? 'inbox.outbox.cancelUnderWayBody' : 'inbox.outbox.cancelBody';
  return await confirm({
    title: t('inbox.outbox.cancelTitle'),
    body: t(body, { number: formatFaxNumber(to) ?? t('inbox.unknown') }),
    confirmLabel: t('inbox.outbox.cancelFax'),
    cancelLabel: t('inbox.outbox.keep'),
    danger: true,
  });
}
