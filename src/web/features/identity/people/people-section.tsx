import '#web/ui/card.css';
import './people.css';
import { useTranslation } from 'react-i18next';
import { Check, UserPlus } from 'lucide-react';
import { MAX_PEOPLE } from '#contract/identity/people.ts';
import { formatDateTime } from '#web/kit/format-date.ts';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { LimitedButton } from '#web/ui/limited-button.tsx';
import { PeopleTable } from './people-table.tsx';
import { ABILITIES, ROLES_OF } from './place-roles.ts';
import type { People, Place } from './use-people.ts';

/** The button for inviting people; disabled, with the reason, when the limit is reached. */
export function InviteButton(props: { list: People; onInvite: () => void }) {
  const { list, onInvite } = props;
  const { t } = useTranslation();
  const full = list.team.people.length + list.team.invitations.length >= MAX_PEOPLE;
  return (
    <LimitedButton full={full} icon={UserPlus} onClick={onInvite} variant="primary" why={t('people.full')}>
      {t('people.invite')}
    </LimitedButton>
  );
}

/** The people who work there, the rights of each role, and the shared login. `name`: fax number or user name. */
export function PeopleSection(props: { list: People; name: string; onInvite: () => void }) {
  const { list, name, onInvite } = props;
  const { t } = useTranslation();
  const alone = list.team.people.length + list.team.invitations.length === 0;
  return (
    <>
      {alone ? (
        <EmptyState
          action={<InviteButton list={list} onInvite={onInvite} />}
          icon={UserPlus}
          text={t(`people.emptyText.${list.place}`)}
          title={t('people.empty')}
        />
      ) : (
        <div className="card people-card">
          <PeopleTable list={list} />
        </div>
      )}
      <div className="people-below">
        <RoleTable place={list.place} />
        <SharedLogin list={list} name={name} />
      </div>
    </>
  );
}

function RoleTable({ place }: { place: Place }) {
  const { t } = useTranslation();
  return (
    <Card title={t('people.rolesTitle')}>
      <table aria-label={t('people.rolesTitle')} className="t people-roles">
        <thead>
          <tr>
            <th scope="col">
              <span className="sr">{t('people.role')}</span>
            </th>
            {ROLES_OF[place].map((role) => (
              <th key={role} scope="col">
                {t(`people.roles.${role}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {ABILITIES[place].map(([what, roles]) => (
            <tr key={what}>
              <th scope="row">{t(`people.can.${what}`)}</th>
              {ROLES_OF[place].map((role) => (
                <td key={role}>{roles.includes(role) ? <Yes /> : <No />}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  );
}

function Yes() {
  const { t } = useTranslation();
  return (
    <span className="people-yes">
      <Icon as={Check} size="s" />
      <span className="sr">{t('people.yes')}</span>
    </span>
  );
}

function No() {
  const { t } = useTranslation();
  return (
    <>
      <span aria-hidden="true">–</span>
      <span className="sr">{t('people.no')}</span>
    </>
  );
}

function SharedLogin(props: { list: People; name: string }) {
  const { team, place } = props.list;
  const { you, lastUsedAt } = team.numberLogin;
  const { t } = useTranslation();
  const used = lastUsedAt === null ? '' : t('people.numberLogin.used', { at: formatDateTime(lastUsedAt) });
  return (
    <Card title={t(`people.numberLogin.title.${place}`)}>
      <p className="people-note">
        {t(`people.numberLogin.text.${place}`, { name: props.name })}{' '}
        {you ? t('people.numberLogin.you') : used}
      </p>
    </Card>
  );
}
