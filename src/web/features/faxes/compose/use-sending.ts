import { useTranslation } from 'react-i18next';
import { useNavigate } from '@tanstack/react-router';
import { useShown } from '#web/kit/use-shown.ts';
import { ask } from '#web/ui/confirm.tsx';
import { growl } from '#web/ui/growl-store.ts';
import { sendable } from './attachment-rules.ts';
import { obstacleOf, placeRefusal } from './compose-checks.ts';
import type { Problems } from './compose-checks.ts';
import { obstacleWords } from './compose-words.ts';
import { stopUploads } from './draft-files.ts';
import { attachmentStore, draftStore } from './draft-store.ts';
import { markRefused } from './use-attachments.ts';
import { sendDraft } from './use-send.ts';
import type { SendEnd } from './use-send.ts';

/** A refusal takes longer to read than «done». */
const REFUSAL_MS = 6000;

/** Sending, and what it needs to know about the destination field. */
export interface Sending {
  send: () => Promise<void>;
  /** Typed text was no number; `international` ones are also said aloud (COMP-07). */
  noteRefusedNumber: (international: boolean) => void;
}

/** Checks the fax, sends it, and says in place what is wrong with it. */
export function useSending(setProblems: (problems: Problems) => void): Sending {
  const { t } = useTranslation();
  const finish = useFinish(setProblems);

  const send = async () => {
    stopUploads();
    const draft = draftStore.get();
    const files = attachmentStore.get();
    const obstacle = obstacleOf(draft, files);
    if (obstacle === null) {
      setProblems({});
      growl.wait(t('compose.sending'));
      finish(await sendDraft(draft, sendable(files)));
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

/** What happens when a send has ended; the page may be gone by then, and then nobody is led anywhere. */
function useFinish(setProblems: (problems: Problems) => void): (end: SendEnd | null) => void {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const shown = useShown();
  return (end) => {
    if (end === null) return;
    if (end.kind === 'lost') growl.error(t('compose.lost.growl'), REFUSAL_MS);
    else if (end.kind === 'sent') {
      growl.success(t('compose.sent', { count: end.faxes.length }));
      // The Outbox, with how this fax goes through (COMP-38); Back does not lead to an empty form.
      const search = { folder: 'Outbox' as const, sent: end.faxes.join(',') };
      if (shown.current) void navigate({ to: '/inbox', search, replace: true });
    } else {
      const message = end.error.message || t('app.unreachable');
      growl.error(t('compose.notSent', { reason: message }), REFUSAL_MS);
      const placed = placeRefusal(end.error, message, sendable(attachmentStore.get()));
      markRefused(placed.files, message);
      setProblems(placed.problems);
    }
  };
}
