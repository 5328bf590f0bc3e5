import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { copyDraft } from '#contract/faxes/drafts.ts';
import { ApiError } from '#web/kit/api-error.ts';
import { callApi } from '#web/kit/call-api.ts';
import { i18n } from '#web/kit/i18n.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { growl } from '#web/ui/growl-store.ts';
import { useStore } from '#web/ui/store.ts';
import { keyOf, lacksFile } from './attachment-rules.ts';
import type { Attachment } from './attachment-rules.ts';
import { watchConversions } from './draft-files.ts';
import { attachmentStore, draftStore, identityStore } from './draft-store.ts';
import { hasChanges, isLost, noteLost, openDraft, saveDraft, syncStore } from './draft-sync.ts';
import { randomName } from './writer.ts';

/** How long the error is shown, in ms: long enough to read what to do instead. */
const FAILED_MS = 6000;

/** Reports that the draft was continued elsewhere or no longer exists, and offers options that lose nothing. */
export function DraftNotice() {
  const { t } = useTranslation();
  const sync = useStore(syncStore);
  const [busy, setBusy] = useState(false);
  if (!isLost(sync)) return null;
  const elsewhere = sync.kind === 'elsewhere';
  const unsaved = hasChanges();
  const run = (work: () => Promise<void>) => {
    setBusy(true);
    void work()
      .catch(sayFailure)
      .finally(() => setBusy(false));
  };
  return (
    <Banner
      action={
        <span className="rowx">
          {elsewhere && (
            <Button
              busy={busy}
              onClick={() => run(async () => await openDraft(identityStore.get().id))}
              variant="link"
            >
              {t('compose.draft.continueHere')}
            </Button>
          )}
          {(unsaved || !elsewhere) && (
            <Button busy={busy} onClick={() => run(keepAsNew)} variant="link">
              {t('compose.draft.keepAsNew')}
            </Button>
          )}
        </span>
      }
      tone="warn"
    >
      {t(`compose.draft.${sync.kind === 'gone' ? 'gone' : unsaved ? 'elsewhereUnsaved' : 'elsewhere'}`)}
    </Banner>
  );
}

/** Shows whether the fax is saved, in a few words. */
export function DraftState() {
  const { t } = useTranslation();
  const sync = useStore(syncStore);
  const partly = lacksFile(useStore(attachmentStore));
  if (sync.kind === 'saved' && partly) return <span className="meta">{t('compose.draft.savedPartly')}</span>;
  if (sync.kind === 'saving' || sync.kind === 'saved')
    return <span className="meta">{t(`compose.draft.${sync.kind}`)}</span>;
  if (sync.kind !== 'unsaved') return null;
  return <span className="send-warn">{sync.reason || t('compose.draft.unsaved')}</span>;
}

/** Saves the local text as a new draft, with copies of the files: the originals belong to the other draft. */
async function keepAsNew(): Promise<void> {
  const { photos } = draftStore.get();
  const copies = await Promise.all(
    attachmentStore.get().map(async (file): Promise<Attachment> => {
      const key = file.fault === null ? keyOf(file) : null;
      if (key === null) return file;
      try {
        const { data } = await callApi(copyDraft, { body: { id: key, photos } });
        return { ...file, conversion: { kind: 'converting', key: data.id } };
      } catch (error) {
        if (!(error instanceof ApiError && error.code === 'DRAFT_UNKNOWN')) throw error;
        return { ...file, conversion: null, fault: 'gone' };
      }
    }),
  );
  identityStore.set({ id: randomName(), version: 0 });
  attachmentStore.set(copies);
  watchConversions();
  await saveDraft();
}

function sayFailure(error: unknown): void {
  if (noteLost(error)) return;
  const told = error instanceof ApiError && error.status < 500 && error.message;
  growl.error(told || i18n.t('compose.draft.failed'), FAILED_MS);
}
