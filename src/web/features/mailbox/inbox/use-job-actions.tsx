import { useCallback, useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { formatFaxNumber } from '#contract/kit/fax-number.ts';
import { cancelJob, sendNow } from '#contract/faxes/queue.ts';
import type { ReplyOf } from '#contract/kit/call.ts';
import { callApi } from '#web/kit/call-api.ts';
import { useInFlight } from '#web/kit/in-flight.ts';
import { runChange } from '#web/kit/run-change.ts';
import type { ChangeWords } from '#web/kit/run-change.ts';
import { isWindowClosed } from '#web/shared/faxes/delivery-window.ts';
import { confirm } from '#web/ui/confirm.tsx';
import { later } from '#web/ui/later.tsx';
import type { ActiveJob } from './active-job.ts';

/** The actions on a fax that has not ended. */
export interface JobActions {
  /** Asks first if that is outside of the delivery window. */
  sendNow: (job: ActiveJob) => Promise<void>;
  editTime: (job: ActiveJob) => void;
  editNumber: (job: ActiveJob) => void;
  cancel: (job: ActiveJob) => Promise<void>;
}

const EditNumber = later(async () => (await import('./edit-number.tsx')).EditNumber);
const EditTime = later(async () => (await import('./edit-time.tsx')).EditTime);

/** Returns the actions on faxes of the outbox, and the dialog that an action has opened. */
export function useJobActions(): { actions: JobActions; dialog: ReactNode } {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [asked, setAsked] = useState<{ job: ActiveJob; about: 'number' | 'time' } | null>(null);
  const { refresh, run } = useRun();
  const inFlight = useInFlight();
  const actions = useMemo<JobActions>(() => {
    const hurry = async ({ jobid, state, to_faxnumber: to, outside_window: anyHour }: ActiveJob) => {
      if (!anyHour && (await isWindowClosed(client, to)) && !(await confirmOutside(t, to))) return;
      const words = {
        waiting: t('inbox.outbox.hurrying'),
        done: state === 'SCHEDULED' ? t('compose.sent', { count: 1 }) : t('inbox.outbox.hurried'),
        failed: t('inbox.outbox.hurryError'),
      };
      await run(words, async () => await callApi(sendNow, { body: { jobid } }));
    };
    const cancel = async (job: ActiveJob) => {
      if (!(await confirmCancel(t, job))) return;
      const words = {
        waiting: t('inbox.outbox.cancelling'),
        done: ({ underWay }: ReplyOf<typeof cancelJob>) =>
          t(underWay ? 'inbox.outbox.cancelUnderWay' : 'inbox.outbox.cancelled'),
        failed: t('inbox.outbox.cancelError'),
      };
      await run(words, async () => await callApi(cancelJob, { body: { jobid: job.jobid } }));
    };
    return {
      sendNow: async (job) => await inFlight(`now ${job.jobid}`, async () => await hurry(job)),
      editTime: (job) => setAsked({ job, about: 'time' }),
      editNumber: (job) => setAsked({ job, about: 'number' }),
      cancel: async (job) => await inFlight(`cancel ${job.jobid}`, async () => await cancel(job)),
    };
  }, [client, inFlight, run, t]);
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

/** Makes a change with its notices; then the lists ask anew. */
function useRun() {
  const client = useQueryClient();
  const refresh = useCallback(() => {
    for (const key of ['outbox', 'main']) void client.invalidateQueries({ queryKey: [key] });
  }, [client]);
  const run = useCallback(
    async <Answer,>(words: ChangeWords<Answer>, work: () => Promise<Answer>) => {
      await runChange(words, work);
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
