import '#web/ui/side-column.css';
import { useTranslation } from 'react-i18next';
import { Link } from '@tanstack/react-router';
import { Plus, Upload, UserPlus, UsersRound } from 'lucide-react';
import { CONTACTS_SEARCH } from '#contract/mailbox/contacts-place.ts';
import { keyCaps } from '#web/kit/hotkeys.ts';
import { formatNumber } from '#web/kit/format-number.ts';
import { LoadFailed } from '#web/kit/load-failed.tsx';
import { readContactsSearch } from '#web/shared/mailbox/contacts-search.ts';
import { useMay } from '#web/shared/mailbox/role.ts';
import { Button } from '#web/ui/button.tsx';
import { Count } from '#web/ui/count.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { SearchField } from '#web/ui/search-field.tsx';
import { groupSearch, NEW_CONTACT } from './contacts-state.ts';
import type { ContactsPageData, ContactsPlace } from './use-contacts.ts';
import type { Groups } from './use-groups.ts';

/** The left sidebar of wide screens: new contact, search, the list, the import (CONT-07). */
export function ContactRail(props: { data: ContactsPageData; place: ContactsPlace; groups: Groups }) {
  const { data, place, groups } = props;
  const { t, i18n } = useTranslation();
  const may = useMay('work');
  return (
    <nav aria-label={t('contacts.title')} className="rail contact-rail">
      {may && (
        <Button
          icon={UserPlus}
          onClick={() => place.show(NEW_CONTACT)}
          title={keyCaps('KeyN').join('+')}
          variant="primary"
        >
          {t('contacts.newContact')}
        </Button>
      )}
      <ContactSearch place={place} />
      <ul>
        <li>
          <Link
            // A group is another list; the router would mark this link as current, too.
            activeOptions={{ exact: true, includeSearch: true }}
            aria-current={place.group === null ? 'page' : undefined}
            className="rail-link"
            search={{}}
            to="/contacts"
          >
            <Icon as={UsersRound} />
            <span className="grow">{t('contacts.all')}</span>
            {!data.loading && !data.failed && (
              <Count
                label={t('contacts.count', { count: data.all })}
                value={formatNumber(data.all, i18n.language)}
              />
            )}
          </Link>
        </li>
        {may && (
          <li>
            <Link className="rail-link" to="/contacts/import">
              <Icon as={Upload} />
              <span className="grow">{t('contacts.importCsv')}</span>
            </Link>
          </li>
        )}
      </ul>
      <RailGroups groups={groups} shown={place.group} />
    </nav>
  );
}

/** The groups, each with its own list, and a button that adds one. */
function RailGroups(props: { groups: Groups; shown: string | null }) {
  const { groups, shown } = props;
  const { t, i18n } = useTranslation();
  const may = useMay('work');
  return (
    <section aria-label={t('contacts.groups.title')} className="rail-groups">
      <header>
        <h2>{t('contacts.groups.title')}</h2>
        {may && (
          <IconButton
            icon={Plus}
            label={t('contacts.groups.new')}
            onPress={() => groups.name({ kind: 'new', contacts: [] })}
            size="sm"
          />
        )}
      </header>
      {groups.failed && <LoadFailed onRetry={groups.retry} text={t('contacts.groups.loadError')} />}
      <ul>
        {groups.list.map(({ id, name, members }) => (
          <li key={id}>
            <Link
              aria-current={id === shown ? 'page' : undefined}
              className="rail-link"
              search={(from) => groupSearch(readContactsSearch(from), id)}
              to="/contacts"
            >
              <bdi className="grow trunc">{name}</bdi>
              <Count
                label={t('contacts.count', { count: members })}
                value={formatNumber(members, i18n.language)}
              />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The search box: 16 characters, searches on Enter (CONT-05, spec decisions 2.3). */
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
