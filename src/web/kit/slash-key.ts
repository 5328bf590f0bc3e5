import { useCallback } from 'react';
import { useKeyDown } from '#web/ui/use-key-down.ts';
import { isTyping } from './typing.ts';

/**
 * Makes `/` focus a search field, unless somebody is typing or a dialog is open.
 *
 * @param find Returns the field, or null while it is not on the page. Must be the same function in every render.
 */
export function useSlash(find: () => HTMLElement | null): void {
  const hear = useCallback(
    (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target))
        return;
      if (document.querySelector('[role=dialog], [role=alertdialog]') !== null) return;
      const field = find();
      if (field === null) return;
      event.preventDefault();
      field.focus();
    },
    [find],
  );
  useKeyDown(hear);
}
