import { useTranslation } from 'react-i18next';
import { useNavigate } from '@tanstack/react-router';
import { cancelJob } from '#contract/faxes/queue.ts';
import { formatFaxNumber, normalizeNumber } from '#contract/kit/fax-number.ts';
import { wallAt } from '#contract/kit/wall-time.ts';
import { callApi } from '#web/kit/call-api.ts';
import { queryClient } from '#web/kit/query-client.ts';
import { sayWall } from '#web/shared/faxes/send-time.ts';
import { settingsQuery } from '#web/shared/mailbox/settings.ts';
import { growl } from '#web/ui/growl-store.ts';
import type { Attachment } from './attachment-rules.ts';
import { startUpload } from './draft-files.ts';
import { attachmentStore, draftStore, isBlank } from './draft-store.ts';
import type { Draft } from './draft-store.ts';
import type { SentJob } from './use-send.ts';

/** How long Undo is offered, in ms: long enough to read the time and change one's mind. */
const UNDO_MS = 10_000;

/** How long the message about faxes that are still scheduled is shown, in ms. */
const PARTLY_MS = 8000;

/** A fax as it was sent. */
export interface SentDraft {
  draft: Draft;
  files: readonly Attachment[];
}

/**
 * Reports the time of a fax that is not sent at once, and offers to undo it, which opens it in compose again. Returns
 * false if the fax is sent at once.
 */
export function useScheduled(): (sent: SentDraft, jobs: readonly SentJob[]) => boolean {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const undo = async (sent: SentDraft, jobs: readonly SentJob[]) => {
    growl.wait(t('later.undoing'));
    const left = await cancelAll(jobs);
    for (const stale of ['outbox', 'main']) void queryClient.invalidateQueries({ queryKey: [stale] });
    if (left.length === jobs.length) {
      growl.error(t('later.undoFailed'));
      return;
    }
    if (left.length === 0) growl.success(t('later.undone'));
    else growl.error(t('later.undoPartly', { numbers: numbersOf(left) }), PARTLY_MS);
    // Another fax was started in the meantime: it must not be lost for this one.
    if (!isBlank(draftStore.get(), attachmentStore.get())) return;
    writeAgain(sent, new Set(left.map((job) => job.to_faxnumber)));
    void navigate({ to: '/inbox/compose' });
  };
  return (sent, jobs) => {
    const [first] = jobs.flatMap(({ send_at: at }) => at ?? []).toSorted();
    if (first === undefined) return false;
    const zone =
      sent.draft.later?.zone ?? queryClient.getQueryData(settingsQuery.queryKey)?.timeZoneLabel.system_name;
    const when = sayWall(wallAt(zone ?? 'UTC', new Date(first)));
    const action = { label: t('later.undo'), run: () => void undo(sent, jobs) };
    growl.offer(
      'success',
      t(sent.draft.later ? 'later.scheduled' : 'later.waits', { when }),
      action,
      UNDO_MS,
    );
    return true;
  };
}

/** Cancels each of these faxes, and returns those for which it failed. */
async function cancelAll(jobs: readonly SentJob[]): Promise<SentJob[]> {
  const left: SentJob[] = [];
  for (const job of jobs)
    await callApi(cancelJob, { body: { jobid: job.jobid } }).catch(() => void left.push(job));
  return left;
}

/** How many numbers the message names. */
const MOST_NAMED = 3;

function numbersOf(jobs: readonly SentJob[]): string {
  const named = jobs.slice(0, MOST_NAMED).map(({ to_faxnumber: to }) => formatFaxNumber(to) ?? to);
  return [...named, ...(jobs.length > MOST_NAMED ? ['…'] : [])].join(', ');
}

/**
 * Writes the fax again for those who will not receive it: `still` has the numbers for which it remains scheduled. The
 * server has used its copies of the files: those that the browser still has are uploaded again.
 */
function writeAgain({ draft, files }: SentDraft, still: ReadonlySet<string>): void {
  const numbers = draft.numbers.filter((number) => !still.has(normalizeNumber(number)));
  draftStore.set({ ...draft, numbers, later: null });
  attachmentStore.set(
    files.map((one) => ({
      ...one,
      conversion: null,
      fault: one.file === null && one.fault === null ? 'gone' : one.fault,
    })),
  );
  for (const { id, file, fault } of attachmentStore.get())
    if (file !== null && fault === null) startUpload(id);
}
