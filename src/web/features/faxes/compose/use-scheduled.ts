import { useTranslation } from 'react-i18next';
import { useNavigate } from '@tanstack/react-router';
import { cancelJob } from '#contract/faxes/queue.ts';
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
    try {
      for (const { jobid } of jobs) await callApi(cancelJob, { body: { jobid } });
    } catch {
      growl.error(t('later.undoFailed'));
      return;
    } finally {
      for (const stale of ['outbox', 'main']) void queryClient.invalidateQueries({ queryKey: [stale] });
    }
    growl.success(t('later.undone'));
    // Another fax was started in the meantime: it must not be lost for this one.
    if (!isBlank(draftStore.get(), attachmentStore.get())) return;
    writeAgain(sent);
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

/** The server has used its copies of the files: those that the browser still has are uploaded again. */
function writeAgain({ draft, files }: SentDraft): void {
  draftStore.set({ ...draft, later: null });
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
