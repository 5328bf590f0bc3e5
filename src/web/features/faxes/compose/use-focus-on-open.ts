import { useEffect, useRef } from 'react';
import type { RefObject } from 'react';
import { useRouter } from '@tanstack/react-router';
import { draftStore } from './draft-store.ts';
import type { CoverField } from './draft-store.ts';

/** Returns the id of a field of the cover page. */
export const coverFieldId = (field: CoverField) => `compose-${field}`;

/**
 * Focuses To whenever compose opens, even through the menu while it is open. If a text of the fax was being written,
 * focuses that text instead; waits for a fax that is about to load (`waits`). Returns the ref of the To field.
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
    // Runs after the shell, which focuses the heading of a page that was opened.
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
