import '#web/ui/side-column.css';
import { useTranslation } from 'react-i18next';
import { Link } from '@tanstack/react-router';
import { Upload, UserPlus, UsersRound } from 'lucide-react';
import { CONTACTS_SEARCH } from '#contract/mailbox/contacts.ts';
import { keyCaps } from '#web/kit/hotkeys.ts';
import { Button } from '#web/ui/button.tsx';
import { Count } from '#web/ui/count.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { SearchField } from '#web/ui/search-field.tsx';
import { NEW_CONTACT } from './contacts-state.ts';
import type { ContactsPageData, ContactsPlace } from './use-contacts.ts';

/** The left side bar of wide screens: new contact, search, the list, the import (CONT-07). */
export function ContactRail(props: { data: ContactsPageData; place: ContactsPlace }) {
  const { data, place } = props;
  const { t } = useTranslation();
  return (
    <nav aria-label={t('contacts.title')} className="rail contact-rail">
      <Button
        icon={UserPlus}
        onClick={() => place.show(NEW_CONTACT)}
        title={keyCaps('KeyN').join('+')}
        variant="primary"
      >
        {t('contacts.newContact')}
      </Button>
      <ContactSearch place={place} />
      <ul>
        <li>
          <Link aria-current="page" className="rail-link" search={{}} to="/contacts">
            <Icon as={UsersRound} />
            <span className="grow">{t('contacts.all')}</span>
            {!data.loading && !data.failed && (
              <Count label={t('contacts.count', { count: data.all })} value={data.all} />
            )}
          </Link>
        </li>
        <li>
          <Link className="rail-link" to="/contacts/import">
            <Icon as={Upload} />
            <span className="grow">{t('contacts.importCsv')}</span>
          </Link>
        </li>
      </ul>
    </nav>
  );
}

/** The search box: 16 characters, on Enter (CONT-05, spec decisions 2.3). */
export function ContactSearch(props: { place: ContactsPlace }) {
  const { t } = useTranslation();
  return (
    <SearchField
      clearLabel={t('contacts.clearSearch')}
      label={t('contacts.search')}
      maxLength={CONTACTS_SEARCH}
      onSearch={props.place.search}
      value={props.place.q}
    />
  );
}
