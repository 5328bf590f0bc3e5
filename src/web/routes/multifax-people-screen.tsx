import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MultifaxFrame } from '#web/features/customers/administrators/multifax-frame.tsx';
import { InviteModal } from '#web/features/identity/people/invite-modal.tsx';
import { InviteButton, PeopleSection } from '#web/features/identity/people/people-section.tsx';
import { usePeople } from '#web/features/identity/people/use-people.ts';
import { LoadFailed } from '#web/kit/load-failed.tsx';
import { usePageTitle } from '#web/kit/page-title.ts';
import { useMultifaxData } from '#web/shared/customers/multifax-data.ts';
import { Spinner } from '#web/ui/spinner.tsx';

/** The people who work for an administrator. */
export function MultifaxPeopleScreen() {
  const { t } = useTranslation();
  usePageTitle(t('people.title'));
  const list = usePeople('administrator');
  const name = useMultifaxData()?.username ?? '';
  const [inviting, setInviting] = useState(false);
  const invite = () => setInviting(true);
  const { people, invitations } = list.team;
  return (
    <MultifaxFrame
      actions={people.length + invitations.length > 0 && <InviteButton list={list} onInvite={invite} />}
      lead={t('people.lead.administrator', { name })}
      title={t('people.title')}
    >
      {list.loading && <Spinner label={t('preferences.loading')} size="l" />}
      {list.failed && <LoadFailed onRetry={list.reload} text={t('people.loadFailed')} />}
      {!list.loading && !list.failed && <PeopleSection list={list} name={name} onInvite={invite} />}
      {inviting && <InviteModal list={list} onClose={() => setInviting(false)} />}
    </MultifaxFrame>
  );
}
