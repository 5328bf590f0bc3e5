import { useTranslation } from 'react-i18next';
import { Check, Ellipsis, Pencil, Trash2, UserMinus, UsersRound } from 'lucide-react';
import { Icon } from '#web/ui/icon.tsx';
import { Menu } from '#web/ui/menu.tsx';
import type { MenuEntry } from '#web/ui/menu.tsx';
import type { ContactsPlace } from './use-contacts.ts';
import type { Groups } from './use-groups.ts';

/** Returns the group that the list shows; undefined for all contacts, and while the groups are loading. */
export const shownGroup = (groups: Groups, place: ContactsPlace) =>
  groups.list.find(({ id }) => id === place.group);

/** The selected contacts, and the groups to which they can be added. */
interface ToGroup {
  groups: Groups;
  place: ContactsPlace;
  checked: ReadonlySet<string>;
}

/** Returns entries that add the selected contacts to a group, even a new one, or remove them from this one. */
export function useToGroupEntries(props: ToGroup): MenuEntry[] {
  const { groups, place } = props;
  const { t } = useTranslation();
  const checked = [...props.checked];
  const shown = shownGroup(groups, place);
  return [
    ...groups.list
      .filter((group) => group !== shown)
      .map((group) => ({
        id: group.id,
        label: group.name,
        onAction: () => groups.changeMembers(group, 'add', checked),
      })),
    {
      id: 'new',
      label: `${t('contacts.groups.new')}…`,
      onAction: () => groups.name({ kind: 'new', contacts: checked }),
      divided: groups.list.some((group) => group !== shown),
    },
    ...(shown === undefined
      ? []
      : [
          {
            id: 'remove',
            label: t('contacts.groups.removeFrom'),
            icon: UserMinus,
            onAction: () => groups.changeMembers(shown, 'remove', checked),
          },
        ]),
  ];
}

/** The same entries as a menu in the bar of a wide list. */
export function CheckedToGroup(props: ToGroup) {
  const { t } = useTranslation();
  const entries = useToGroupEntries(props);
  if (props.checked.size === 0) return null;
  return (
    <Menu
      entries={entries}
      icon={UsersRound}
      label={t('contacts.groups.addTo')}
      look="quiet"
      placement="bottom end"
      size="sm"
      trigger={t('contacts.groups.addTo')}
    />
  );
}

/** Returns the entries that rename and delete the displayed group. */
export function useGroupEntries(groups: Groups, place: ContactsPlace): MenuEntry[] {
  const { t } = useTranslation();
  const shown = shownGroup(groups, place);
  if (shown === undefined) return [];
  return [
    {
      id: 'renameGroup',
      label: t('contacts.groups.rename'),
      icon: Pencil,
      onAction: () => groups.name({ kind: 'rename', group: shown }),
    },
    {
      id: 'deleteGroup',
      label: t('contacts.groups.delete'),
      icon: Trash2,
      danger: true,
      onAction: () => void groups.remove(shown).then((done) => done && place.showGroup(null)),
    },
  ];
}

/** The same entries beside the title of a wide list. */
export function GroupActions(props: { groups: Groups; place: ContactsPlace }) {
  const { t } = useTranslation();
  const entries = useGroupEntries(props.groups, props.place);
  if (entries.length === 0) return null;
  return (
    <Menu
      chevron={false}
      entries={entries}
      label={t('contacts.groups.actions')}
      look="quiet"
      size="sm"
      trigger={<Icon as={Ellipsis} size="s" />}
    />
  );
}

/** The title of the phone's list: a menu of the groups, if there are any. */
export function GroupTitle(props: { groups: Groups; place: ContactsPlace }) {
  const { groups, place } = props;
  const { t } = useTranslation();
  if (groups.list.length === 0) return t('contacts.title');
  const entry = (id: string | null, label: string) => ({
    id: id ?? 'all',
    label,
    onAction: () => place.showGroup(id),
    ...(id === place.group && { endIcon: Check }),
  });
  return (
    <Menu
      entries={[entry(null, t('contacts.all')), ...groups.list.map(({ id, name }) => entry(id, name))]}
      label={t('contacts.groups.choose')}
      look="plain"
      trigger={<span className="trunc">{shownGroup(groups, place)?.name ?? t('contacts.title')}</span>}
      triggerClass="contact-title"
    />
  );
}
