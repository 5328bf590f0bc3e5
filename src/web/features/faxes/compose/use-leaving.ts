import { useTranslation } from 'react-i18next';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { undoable } from '#web/shared/mailbox/undoable.ts';
import { confirm } from '#web/ui/confirm.tsx';
import { growl } from '#web/ui/growl-store.ts';
import { useStore } from '#web/ui/store.ts';
import { attachmentStore, draftStore } from './draft-store.ts';
import { resumeUploads } from './draft-files.ts';
import { discardDraft } from './draft-sync.ts';
import { offerDiscarded } from './discarded.ts';
import { discardText } from './compose-words.ts';
import { editUnconfirmed, phaseStore } from './use-send.ts';

/** How long the error is shown, in ms: long enough to read what to do instead. */
const FAILED_MS = 6000;

/** The ways to leave a fax that is not sent. */
export interface Leaving {
  /** Discards the fax, after a confirmation (COMP-35), and opens the inbox. */
  discard: () => Promise<void>;
  /** Makes a fax editable although its send was never confirmed: it may go twice, so a person must confirm it. */
  editAnyway: () => Promise<void>;
}

/** Returns the actions for discarding and for editing again. */
export function useLeaving(): Leaving {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const client = useQueryClient();
  const unconfirmed = useStore(phaseStore).kind === 'lost';
  return {
    discard: async () => {
      const sure = await confirm({
        title: t('compose.discard.title'),
        body: discardText(t, draftStore.get(), attachmentStore.get().length, unconfirmed),
        confirmLabel: t('compose.discard.confirm'),
        cancelLabel: t('compose.discard.keep'),
        danger: true,
      });
      if (!sure) return;
      try {
        await undoable(async () => {
          const id = await discardDraft();
          if (id !== null) offerDiscarded(client, id);
        });
      } catch {
        growl.error(t('compose.draft.discardFailed'), FAILED_MS);
        return;
      }
      await navigate({ to: '/inbox' });
    },
    editAnyway: async () => {
      const sure = await confirm({
        title: t('compose.lost.editTitle'),
        body: t('compose.lost.editText'),
        confirmLabel: t('compose.lost.edit'),
        cancelLabel: t('app.cancel'),
      });
      if (!sure) return;
      editUnconfirmed();
      resumeUploads();
    },
  };
}
