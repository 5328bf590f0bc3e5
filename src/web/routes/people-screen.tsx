import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { InviteModal } from '#web/features/identity/people/invite-modal.tsx';
import { InviteButton, PeopleSection } from '#web/features/identity/people/people-section.tsx';
import { usePeople } from '#web/features/identity/people/use-people.ts';
import { PreferenceFrame } from '#web/features/mailbox/preferences/preference-frame.tsx';
import { useMainData } from '#web/shared/mailbox/main-data.ts';

/** Preferences | People. */
export function PeopleScreen() {
  const { t } = useTranslation();
  const list = usePeople();
  const number = useMainData()?.formattedFaxNumber ?? '';
  const [inviting, setInviting] = useState(false);
  const { people, invitations } = list.team;
  const invite = () => setInviting(true);
  return (
    <PreferenceFrame
      action={people.length + invitations.length > 0 && <InviteButton list={list} onInvite={invite} />}
      data={list}
      lead={t('people.lead.account', { number })}
      title={t('people.title')}
    >
      <PeopleSection list={list} name={number} onInvite={invite} />
      {inviting && <InviteModal list={list} onClose={() => setInviting(false)} />}
    </PreferenceFrame>
  );
}
