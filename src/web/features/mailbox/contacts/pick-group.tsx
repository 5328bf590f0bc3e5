import { useEffect, useRef } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { UsersRound } from 'lucide-react';
import { contactGroupRecipients } from '#contract/mailbox/contact-groups.ts';
import type { ContactGroup } from '#contract/mailbox/contact-groups.ts';
import type { GroupRecipients } from '#contract/mailbox/recipients.ts';
import { callApi } from '#web/kit/call-api.ts';
import { Menu } from '#web/ui/menu.tsx';
import { groupsOptions } from './contact-queries.ts';

/** A menu that adds a group to a fax from the picker; renders nothing if there are no groups. */
export function PickGroup(props: {
  onAddGroup: (group: GroupRecipients) => string | null;
  /** Called with a message about the result; null removes it. */
  onSaid: (text: string | null) => void;
}) {
  const { onAddGroup, onSaid } = props;
  const { t } = useTranslation();
  const { data: groups = [] } = useQuery(groupsOptions);
  // The numbers of the fax may change before the response arrives.
  const addNow = useRef(onAddGroup);
  useEffect(() => {
    addNow.current = onAddGroup;
  });
  if (groups.length === 0) return null;
  const add = ({ id, name }: ContactGroup) => {
    onSaid(null);
    callApi(contactGroupRecipients, { query: { id } })
      .then(({ data }) => onSaid(addNow.current(data) ?? t('contacts.picker.groupAdded', { name })))
      // The kit logged the call; the user can choose the group again.
      .catch(() => onSaid(t('contacts.picker.groupFailed')));
  };
  return (
    <Menu
      entries={groups.map((group) => ({
        id: group.id,
        label: group.name,
        onAction: () => add(group),
      }))}
      icon={UsersRound}
      label={t('contacts.picker.addGroup')}
      placement="bottom end"
      trigger={t('contacts.picker.addGroup')}
    />
  );
}
