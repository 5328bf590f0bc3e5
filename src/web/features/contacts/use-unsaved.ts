import { useBlocker } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { readContactsSearch } from '#web/kit/contacts-search.ts';
import { currentSession } from '#web/kit/session-store.ts';
import { confirm } from '#web/ui/confirm.tsx';
import { sameForm } from './contacts-state.ts';

/** Asks before anything that was typed is lost: by closing the form, opening another contact, or leaving the page. */
export function useUnsaved(dirty: boolean): void {
  const { t } = useTranslation();
  useBlocker({
    enableBeforeUnload: dirty,
    disabled: !dirty,
    shouldBlockFn: async ({ current, next }) => {
      // A session that ended cannot save any more; asking would only stand in the way of signing in.
      if (!currentSession().token) return false;
      const [now, then] = [readContactsSearch({ ...current.search }), readContactsSearch({ ...next.search })];
      if (current.pathname === next.pathname && sameForm(now, then)) return false;
      return !(await confirm({
        title: t('contacts.unsaved.title'),
        body: t('contacts.unsaved.text'),
        confirmLabel: t('contacts.unsaved.discard'),
        cancelLabel: t('contacts.unsaved.keep'),
        danger: true,
      }));
    },
  });
}
