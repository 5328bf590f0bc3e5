import { useTranslation } from 'react-i18next';
import { useNavigate } from '@tanstack/react-router';
import { useShown } from '#web/kit/use-shown.ts';
import type { LaterTime } from '#web/shared/faxes/use-send-time.ts';
import { ask } from '#web/ui/confirm.tsx';
import { growl } from '#web/ui/growl-store.ts';
import { sendable } from './attachment-rules.ts';
import { obstacleOf, placeRefusal } from './compose-checks.ts';
import type { Problems } from './compose-checks.ts';
import { obstacleWords } from './compose-words.ts';
import { resumeUploads, stopUploads } from './draft-files.ts';
import { attachmentStore, draftStore } from './draft-store.ts';
import { noteLost, finishSaving } from './draft-sync.ts';
import { useScheduled } from './use-scheduled.ts';
import type { SentDraft } from './use-scheduled.ts';
import { markRefused } from './use-attachments.ts';
import { phaseStore, sendDraft } from './use-send.ts';
import type { SendEnd } from './use-send.ts';

/** How long a refusal is shown, in ms; it takes longer to read than «done». */
const REFUSAL_MS = 6000;

/** The send action, and a callback for the destination field. */
export interface Sending {
  /** Sends at once, or at a given time; a retry of an unconfirmed send keeps its time. */
  send: (later?: LaterTime) => Promise<void>;
  /** Called when typed text is not a number; `international` numbers also get a spoken message (COMP-07). */
  noteRefusedNumber: (international: boolean) => void;
}

/** Checks the fax, sends it, and shows errors at their place. */
export function useSending(setProblems: (problems: Problems) => void): Sending {
  const { t } = useTranslation();
  const finish = useFinish(setProblems);

  const send = async (later?: LaterTime) => {
    if (phaseStore.get().kind === 'editing') draftStore.set({ ...draftStore.get(), later: later ?? null });
    const draft = draftStore.get();
    const obstacle = obstacleOf(draft, attachmentStore.get());
    if (obstacle === null) {
      stopUploads();
      const files = attachmentStore.get();
      setProblems({});
      growl.wait(t('compose.sending'));
      finish(await sendDraft(draft, sendable(files), finishSaving()), { draft, files });
      return;
    }
    const { place, inPlace, modal } = obstacleWords(t, obstacle);
    setProblems({ [place]: inPlace });
    if (modal !== null) await ask({ ...modal, confirmLabel: t('compose.ok') });
  };
  return {
    send,
    noteRefusedNumber: (international) => {
      if (international)
        growl.error(t('compose.notSent', { reason: t('compose.to.international') }), REFUSAL_MS);
    },
  };
}

/** Handles the end of a send; the page may be gone by then, and then nothing navigates. */
function useFinish(
  setProblems: (problems: Problems) => void,
): (end: SendEnd | null, sent: SentDraft) => void {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const shown = useShown();
  const tellScheduled = useScheduled();
  return (end, sent) => {
    if (end === null) {
      if (phaseStore.get().kind !== 'sending') growl.clear();
      return;
    }
    if (end.kind === 'lost') growl.error(t('compose.lost.growl'), REFUSAL_MS);
    else if (end.kind === 'sent') {
      if (!tellScheduled(sent, end.jobs)) growl.success(t('compose.sent', { count: end.jobs.length }));
      // Opens the Outbox, with the progress of faxes sent now (COMP-38). Back does not lead to an empty form.
      const goesNow = end.jobs.some((job) => job.send_at === undefined);
      const search = {
        folder: 'Outbox' as const,
        ...(goesNow && { sent: end.jobs.map(({ fid }) => fid).join(',') }),
      };
      if (shown.current) void navigate({ to: '/inbox', search, replace: true });
    } else {
      noteLost(end.error);
      const message = end.error.message || t('app.unreachable');
      growl.error(t('compose.notSent', { reason: message }), REFUSAL_MS);
      const placed = placeRefusal(end.error, message, sendable(attachmentStore.get()));
      markRefused(placed.files, message);
      resumeUploads();
      setProblems(placed.problems);
    }
  };
}
