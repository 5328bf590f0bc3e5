import { useTranslation } from 'react-i18next';
import { readContactsSearch } from '#web/shared/mailbox/contacts-search.ts';
import { useUnsaved } from '#web/kit/use-unsaved.ts';
import { sameForm } from './contacts-state.ts';

/** Asks before typed values are lost: by closing the form, opening another contact, or leaving the page. */
export function useUnsavedContact(dirty: boolean): void {
  const { t } = useTranslation();
  useUnsaved(dirty, {
    words: { body: t('contacts.unsaved') },
    stays: (now, then) =>
      now.pathname === then.pathname &&
      sameForm(readContactsSearch({ ...now.search }), readContactsSearch({ ...then.search })),
  });
}
