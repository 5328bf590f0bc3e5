import { useEffect, useRef } from 'react';
import type { RefObject } from 'react';
import { useRouter } from '@tanstack/react-router';
import { draftStore } from './draft-store.ts';
import type { CoverField } from './draft-store.ts';

/** The id of a field of the cover page. */
export const coverFieldId = (field: CoverField) => `compose-${field}`;

/**
 * The focus is in To whenever compose opens, also by the menu while it is open; a fax whose text was being written has
 * it in that text; one that is about to come is waited for (`waits`). Gives the ref of the To field.
 */
export function useFocusOnOpen(waits: boolean): RefObject<HTMLInputElement | null> {
  const router = useRouter();
  const to = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (waits) return undefined;
    const focus = () => {
      const text = writtenField();
      const field = text === null ? null : document.querySelector<HTMLElement>(`#${coverFieldId(text)}`);
      (field ?? to.current)?.focus();
    };
    focus();
    // Runs behind the shell, which gives the focus to the heading of a page that was opened.
    const stops = (['onRendered', 'onResolved'] as const).map((event) => router.subscribe(event, focus));
    return () => {
      for (const stop of stops) stop();
    };
  }, [router, waits]);
  return to;
}

function writtenField(): 'comments' | 'subject' | null {
  const { cover, numbers, typing } = draftStore.get();
  if (!cover.use || numbers.length === 0 || typing !== '') return null;
  if (cover.comments !== '') return 'comments';
  return cover.subject === '' ? null : 'subject';
}
