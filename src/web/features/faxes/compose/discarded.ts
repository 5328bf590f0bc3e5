import type { QueryClient } from '@tanstack/react-query';
import { i18n } from '#web/kit/i18n.ts';
import { offerUndo } from '#web/shared/mailbox/undoable.ts';

/** Reports that a draft was discarded, and offers to undo it. */
export function offerDiscarded(client: QueryClient, id: string, show?: () => void): void {
  offerUndo(
    client,
    {
      done: i18n.t('drafts.discarded'),
      failed: i18n.t('drafts.restoreFailed'),
      inverse: { verb: 'draft', id },
      stale: ['fax-drafts', 'main'],
    },
    show,
  );
}
