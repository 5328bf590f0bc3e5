import { useCallback, useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { formatFaxNumber } from '#contract/kit/fax-number.ts';
import { cancelJob, sendNow } from '#contract/faxes/queue.ts';
import { ApiError } from '#web/kit/api-error.ts';
import { callApi } from '#web/kit/call-api.ts';
import { confirm } from '#web/ui/confirm.tsx';
import { growl } from '#web/ui/growl-store.ts';
import { later } from '#web/ui/later.tsx';
import type { ActiveJob } from './active-job.ts';

/** What can be done with a fax that has not ended. */
export interface JobActions {
  sendNow: (job: ActiveJob) => Promise<void>;
  editNumber: (job: ActiveJob) => void;
  cancel: (job: ActiveJob) => Promise<void>;
}

const EditNumber = later(async () => (await import('./edit-number.tsx')).EditNumber);

/** The actions on faxes of the outbox, and the dialog of the one that needs one. */
export function useJobActions(): { actions: JobActions; dialog: ReactNode } {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [edited, setEdited] = useState<ActiveJob | null>(null);
  const refresh = useCallback(() => {
    for (const key of ['outbox', 'main']) void client.invalidateQueries({ queryKey: [key] });
  }, [client]);
  const run = useCallback(
    async (waiting: string, work: () => Promise<string>, failed: string) => {
      growl.wait(waiting);
      try {
        growl.success(await work());
      } catch (error) {
        growl.error((error instanceof ApiError && error.message) || failed);
      }
      refresh();
    },
    [refresh],
  );
  const actions = useMemo<JobActions>(
    () => ({
      sendNow: async ({ jobid }) =>
        await run(
          t('inbox.outbox.hurrying'),
          async () => {
            await callApi(sendNow, { body: { jobid } });
            return t('inbox.outbox.hurried');
          },
          t('inbox.outbox.hurryError'),
        ),
      editNumber: setEdited,
      cancel: async (job) => {
        const number = formatFaxNumber(job.to_faxnumber) ?? t('inbox.unknown');
        const sure = await confirm({
          title: t('inbox.outbox.cancelTitle'),
          body: t(job.state === 'SENDING' ? 'inbox.outbox.cancelUnderWayBody' : 'inbox.outbox.cancelBody', {
            number,
          }),
          confirmLabel: t('inbox.outbox.cancelFax'),
          cancelLabel: t('inbox.outbox.keep'),
          danger: true,
        });
        if (!sure) return;
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
    [run, t],
  );
  const dialog = edited !== null && (
    <EditNumber job={edited} key={`edit ${edited.jobid}`} onClose={() => setEdited(null)} onDone={refresh} />
  );
  return { actions, dialog };
}
