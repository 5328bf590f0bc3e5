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

/** Adds a group to a fax from the contacts block; without any group there is nothing to choose. */
export function PickGroup(props: {
  onAddGroup: (group: GroupRecipients) => string | null;
  /** What there is to say about it; null to say nothing any more. */
  onSaid: (text: string | null) => void;
}) {
  const { onAddGroup, onSaid } = props;
  const { t } = useTranslation();
  const { data: groups = [] } = useQuery(groupsOptions);
  // The fax may get other numbers before the answer is there.
  const addNow = useRef(onAddGroup);
  useEffect(() => {
    addNow.current = onAddGroup;
  });
  if (groups.length === 0) return null;
  const add = ({ id, name }: ContactGroup) => {
    onSaid(null);
    callApi(contactGroupRecipients, { query: { id } })
      .then(({ data }) => onSaid(addNow.current(data) ?? t('contacts.picker.groupAdded', { name })))
      // kit logged the call; the group can simply be chosen again.
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
