import { useBlocker } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { confirm } from '#web/ui/confirm.tsx';
import { currentSession } from './session-store.ts';

/** A place as its address names it. */
interface Spot {
  pathname: string;
  search: object;
}

/**
 * Asks before what was changed is lost by leaving a sub-page, a page, or the window. `text` says what is lost where the
 * usual words do not; `stays` knows addresses between which nothing is.
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
      // A session that ended cannot save any more; asking would only stand in the way of signing in.
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

/** Whether a draft says anything else than what is saved: a switch that was turned on and off again does not. */
export function isChanged<Values extends object>(
  draft: Partial<Values>,
  saved: Partial<Values> | undefined,
): boolean {
  return (
    saved !== undefined &&
    Object.entries(draft).some(([name, value]) => value !== saved[name as keyof Values])
  );
}
