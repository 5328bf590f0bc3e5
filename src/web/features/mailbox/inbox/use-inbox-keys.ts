import { SINGLE_KEYS, useHotkeys } from '#web/kit/hotkeys.ts';
import { answersTo, useAnswers } from '#web/shared/faxes/use-answers.ts';
import type { FaxPage, InboxPlace } from './use-inbox.ts';
import type { OpenedFax } from './use-opened-fax.ts';
import type { TargetVerbs } from './use-targets.ts';

/** The keys that act on a fax: on the selection or the open fax, like the bar, or else on the focused row. */
export function useInboxKeys(inbox: {
  verbs: TargetVerbs;
  opened: OpenedFax | null;
  page: FaxPage;
  place: InboxPlace;
}): void {
  const { verbs, opened, page, place } = inbox;
  const answers = useAnswers();
  const answer = (verb: 'reply' | 'forward') => {
    const row = opened?.row ?? page.rows.find(({ fax_id: id }) => id === focusedFax());
    // Deleted faxes are read-only.
    if (row !== undefined && place.folder !== 'Deleted' && answersTo(row)[verb]) answers[verb](row);
  };
  useHotkeys([
    { key: SINGLE_KEYS.archive, run: () => verbs.archive(focusedFax()) },
    { key: SINGLE_KEYS.delete, run: () => verbs.remove(focusedFax()) },
    { key: SINGLE_KEYS.reply, run: () => answer('reply') },
    { key: SINGLE_KEYS.forward, run: () => answer('forward') },
  ]);
}

/** Returns the id of the focused row of the list. */
function focusedFax(): string | undefined {
  return document.activeElement?.closest<HTMLElement>('[role=option][data-id]')?.dataset['id'];
}
