import { useBlocker } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { confirm } from '#web/ui/confirm.tsx';
import { currentSession } from './session-store.ts';

/** A location, as its address names it. */
interface Spot {
  pathname: string;
  search: object;
}

/**
 * Asks for confirmation before unsaved changes are lost by leaving a sub-page, a page, or the window. `text` names what
 * is lost if the default text does not fit; `stays` returns whether a move between two addresses keeps the changes.
 */
export function useUnsaved(
  dirty: boolean,
  more: { text?: string; stays?: (now: Spot, then: Spot) => boolean } = {},
): void {
  const { t } = useTranslation();
  useBlocker({
    enableBeforeUnload: dirty,
    disabled: !dirty,
    shouldBlockFn: async ({ current, next }) => {
      // An ended session cannot save anything; the question would only get in the way of signing in.
      if (!currentSession().token || more.stays?.(current, next) === true) return false;
      return !(await confirm({
        title: t('app.unsaved.title'),
        body: more.text ?? t('app.unsaved.text'),
        confirmLabel: t('app.unsaved.discard'),
        cancelLabel: t('app.unsaved.keep'),
        danger: true,
      }));
    },
  });
}

/** Returns whether a draft differs from the saved values: a switch turned on and off again does not count. */
export function isChanged<Values extends object>(
  draft: Partial<Values>,
  saved: Partial<Values> | undefined,
): boolean {
  return (
    saved !== undefined &&
    Object.entries(draft).some(([name, value]) => value !== saved[name as keyof Values])
  );
}
