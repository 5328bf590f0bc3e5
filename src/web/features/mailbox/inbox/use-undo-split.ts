import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { undoSplit } from '#contract/mailbox/fax-split.ts';
import { callApi } from '#web/kit/call-api.ts';
import { refreshAfter } from '#web/shared/mailbox/in-turn.ts';
import { offerUndo, undoable } from '#web/shared/mailbox/undoable.ts';
import { growl } from '#web/ui/growl-store.ts';

/** The first parts of the query keys of everything that shows faxes. */
const STALE = ['inbox', 'main', 'dashboard', 'team'] as const;

/** Returns the function that puts a split fax together again, opens it in its folder, and offers Undo. */
export function useUndoSplit(fid: string): { undo: () => Promise<void>; busy: boolean } {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);

  async function run(): Promise<void> {
    try {
      const { whole, changed } = (await callApi(undoSplit, { body: { fid } })).data;
      const done = t('inbox.split.undone');
      // Somebody else has already done it: only they can undo it.
      if (changed.length === 0) growl.success(done);
      else {
        const inverse = { verb: 'split', whole, changed } as const;
        offerUndo(client, { done, failed: t('undo.failed.split'), inverse, stale: STALE });
      }
      void navigate({ to: '/inbox', search: { fax: whole } });
    } catch {
      // The kit logs the call.
      growl.error(t('inbox.split.undoError'));
    } finally {
      refreshAfter(client, STALE);
    }
  }

  return {
    busy,
    undo: async () => {
      setBusy(true);
      growl.wait(t('inbox.split.undoing'));
      await undoable(run);
      setBusy(false);
    },
  };
}
