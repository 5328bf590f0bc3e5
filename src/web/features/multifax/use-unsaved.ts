import { useBlocker } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { currentSession } from '#web/kit/session-store.ts';
import { confirm } from '#web/ui/confirm.tsx';

/** Asks before what was typed is lost by leaving a sub-page, a page, or the window. */
export function useUnsaved(dirty: boolean): void {
  const { t } = useTranslation();
  useBlocker({
    enableBeforeUnload: dirty,
    disabled: !dirty,
    shouldBlockFn: async () => {
      // A session that ended cannot save any more; asking would only stand in the way of signing in.
      if (!currentSession().token) return false;
      return !(await confirm({
        title: t('multifax.unsaved.title'),
        body: t('multifax.unsaved.text'),
        confirmLabel: t('multifax.unsaved.discard'),
        cancelLabel: t('multifax.unsaved.keep'),
        danger: true,
      }));
    },
  });
}
