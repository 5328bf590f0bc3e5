import { useTranslation } from 'react-i18next';
import { useNavigate } from '@tanstack/react-router';
import { ArrowDown, ArrowUp, Ellipsis, ListChecks, Search, Upload, UserPlus, UsersRound } from 'lucide-react';
import { CONTACT_SORTS } from '#contract/mailbox/contacts-place.ts';
import { formatNumber } from '#web/kit/format-number.ts';
import { MobileBar } from '#web/kit/mobile-bar.tsx';
import { useMay } from '#web/shared/mailbox/role.ts';
import { Icon } from '#web/ui/icon.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Menu } from '#web/ui/menu.tsx';
import type { MenuEntry } from '#web/ui/menu.tsx';
import { GroupTitle, useGroupEntries } from './group-menus.tsx';
import { NEW_CONTACT } from './contacts-state.ts';
import type { ContactsPageData, ContactsPlace } from './use-contacts.ts';
import type { Groups } from './use-groups.ts';

/** The phone's top bar above the list: count, search, new contact, and the other actions of the wide bar. */
export function ContactsBars(props: {
  data: ContactsPageData;
  place: ContactsPlace;
  groups: Groups;
  searching: boolean;
  onSearching: (on: boolean) => void;
  exports: readonly MenuEntry[];
  onSelecting: () => void;
}) {
  const { data, place, groups, searching, onSearching } = props;
  const { t, i18n } = useTranslation();
  const more = useMore(props);
  const may = useMay('work');
  return (
    <MobileBar
      actions={
        <>
          <IconButton
            expanded={searching}
            icon={Search}
            label={t('contacts.search')}
            onPress={() => onSearching(!searching)}
            size="touch"
          />
          {may && (
            <>
              <IconButton
                icon={UserPlus}
                label={t('contacts.newContact')}
                onPress={() => place.show(NEW_CONTACT)}
                size="touch"
                variant="accent"
              />
              <Menu
                chevron={false}
                entries={more}
                label={t('contacts.more')}
                look="plain"
                placement="bottom end"
                trigger={<Icon as={Ellipsis} size="l" />}
                triggerClass="contacts-more"
              />
            </>
          )}
        </>
      }
      title={
        <>
          <GroupTitle groups={groups} place={place} />{' '}
          {!data.loading && !data.failed && (
            <span className="contacts-total num">
              {formatNumber(place.group === null ? data.all : data.total, i18n.language)}
            </span>
          )}
        </>
      }
    />
  );
}

function useMore(props: {
  data: ContactsPageData;
  place: ContactsPlace;
  groups: Groups;
  exports: readonly MenuEntry[];
  onSelecting: () => void;
}): MenuEntry[] {
  const { place, groups, exports } = props;
  const { t } = useTranslation();
  const navigate = useNavigate();
  const changes = useGroupEntries(groups, place);
  const arrow = place.order === 'asc' ? ArrowUp : ArrowDown;
  return [
    ...CONTACT_SORTS.map((sort) => ({
      id: sort,
      label: t('contacts.sortBy', { column: t(`contacts.column.${sort}`) }),
      onAction: () => place.sortBy(sort),
      ...(sort === place.sort && { endIcon: arrow }),
    })),
    ...(props.data.rows.length === 0
      ? []
      : [
          {
            id: 'select',
            label: t('contacts.selectSome'),
            icon: ListChecks,
            onAction: props.onSelecting,
            divided: true,
          },
        ]),
    {
      id: 'import',
      label: t('contacts.importCsv'),
      icon: Upload,
      onAction: () => void navigate({ to: '/contacts/import' }),
      divided: true,
    },
    ...exports,
    {
      id: 'newGroup',
      label: t('contacts.groups.new'),
      icon: UsersRound,
      onAction: () => groups.name({ kind: 'new', contacts: [] }),
      divided: true,
    },
    ...changes,
  ];
}
