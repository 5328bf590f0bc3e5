import '#web/ui/data-table.css';
import './people.css';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import {
  Building2,
  Ellipsis,
  KeyRound,
  LockKeyhole,
  Mail,
  Smartphone,
  Trash2,
  UsersRound,
  X,
} from 'lucide-react';
import type { AnyRole } from '#contract/kit/roles.ts';
import { formatDate, formatDateTime } from '#web/kit/format-date.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Menu } from '#web/ui/menu.tsx';
import { Pill } from '#web/ui/pill.tsx';
import { Select } from '#web/ui/select.tsx';
import { ROLES_OF } from './place-roles.ts';
import type { Invitation, People, Person } from './use-people.ts';

const MINUTE_MS = 60_000;
const HOUR_MINUTES = 60;
/** How recent the last activity of a person must be to count as present. */
const NOW_MINUTES = 2;

/** The people with their roles and logins, and below them the invitations. */
export function PeopleTable(props: { list: People }) {
  const { list } = props;
  const { t } = useTranslation();
  return (
    <table aria-label={t('people.title')} className="t people-table">
      <thead>
        <tr>
          <th scope="col">{t('people.person')}</th>
          <th scope="col">{t('people.role')}</th>
          <th scope="col">{t('people.logsIn')}</th>
          <th scope="col">{t('people.lastActive')}</th>
          <th scope="col">
            <span className="sr">{t('people.actions')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {list.team.people.map((person) => (
          <PersonRow key={person.id} list={list} person={person} />
        ))}
        {list.team.invitations.map((invitation) => (
          <InvitationRow invitation={invitation} key={`invitation ${invitation.id}`} list={list} />
        ))}
      </tbody>
    </table>
  );
}

function PersonRow(props: { person: Person; list: People }) {
  const { person, list } = props;
  const { t } = useTranslation();
  const { name, email, role, you } = person;
  return (
    <tr>
      <td>
        <Who
          about={
            <bdi className="meta trunc" dir="ltr">
              {email}
            </bdi>
          }
          name={
            <>
              <bdi className="strong">{name}</bdi> {you && <span className="meta">{t('people.you')}</span>}
            </>
          }
          picture={<Avatar name={name} />}
        />
      </td>
      <td data-head={t('people.role')}>
        {you || person.fromDirectory ? (
          t(`people.roles.${role}`)
        ) : (
          <Select
            label={t('people.roleOf', { name })}
            labelHidden
            onChange={(event) => list.setRole(person, event.target.value as AnyRole)}
            options={ROLES_OF[list.place].map((value) => ({ value, label: t(`people.roles.${value}`) }))}
            value={role}
          />
        )}
      </td>
      <td>
        <span className="people-badges">
          {person.fromDirectory && <Badge icon={UsersRound}>{t('people.fromDirectory')}</Badge>}
          {person.singleSignOn && <Badge icon={Building2}>{t('people.singleSignOn')}</Badge>}
          {person.password && <Badge icon={LockKeyhole}>{t('people.password')}</Badge>}
          {person.secondStep && <Badge icon={Smartphone}>{t('people.twoStep')}</Badge>}
          {person.passkey && <Badge icon={KeyRound}>{t('people.passkey')}</Badge>}
        </span>
      </td>
      <td className="num" data-head={t('people.lastActive')}>
        <LastActive at={person.lastActiveAt} />
      </td>
      <td>
        {!you && !person.fromDirectory && (
          <Menu
            chevron={false}
            entries={[
              {
                id: 'remove',
                label: t('people.remove'),
                icon: Trash2,
                danger: true,
                onAction: () => list.remove(person),
              },
            ]}
            label={t('people.more', { name })}
            look="quiet"
            placement="bottom end"
            trigger={<Icon as={Ellipsis} />}
          />
        )}
      </td>
    </tr>
  );
}

/** A person: a picture, a name, and further details. */
function Who(props: { picture: ReactNode; name: ReactNode; about: ReactNode }) {
  return (
    <span className="people-who">
      {props.picture}
      <span>
        {props.name} {props.about}
      </span>
    </span>
  );
}

function LastActive({ at }: { at: string | null }) {
  const { t } = useTranslation();
  const [now] = useState(() => Date.now());
  if (at === null) return <span className="meta">{t('people.never')}</span>;
  const minutes = Math.max(0, Math.floor((now - new Date(at).getTime()) / MINUTE_MS));
  if (minutes < NOW_MINUTES) return <Pill tone="ok">{t('people.now')}</Pill>;
  if (minutes < HOUR_MINUTES) return t('people.minutesAgo', { n: minutes });
  return <bdi dir="ltr">{formatDateTime(at)}</bdi>;
}

function InvitationRow(props: { invitation: Invitation; list: People }) {
  const { invitation, list } = props;
  const { t } = useTranslation();
  const { email, role, invitedAt, invitedBy, expiresAt, expired } = invitation;
  const date = formatDate(invitedAt);
  return (
    <tr>
      <td>
        <Who
          about={
            <span className="meta">
              {invitedBy === ''
                ? t('people.invitedOn', { date })
                : t('people.invitedBy', { date, name: invitedBy })}
            </span>
          }
          name={
            <bdi className="strong trunc" dir="ltr">
              {email}
            </bdi>
          }
          picture={
            <span aria-hidden="true" className="av people-mail">
              <Icon as={Mail} size="s" />
            </span>
          }
        />
      </td>
      <td data-head={t('people.role')}>{t(`people.roles.${role}`)}</td>
      <td>
        <Pill tone={expired ? 'bad' : 'warn'}>{t(expired ? 'people.expired' : 'people.invited')}</Pill>
      </td>
      <td className="meta num">{!expired && t('people.expires', { date: formatDate(expiresAt) })}</td>
      <td>
        <span className="people-acts">
          <Button
            aria-label={t('people.resendTo', { email })}
            onClick={() => list.resend(invitation)}
            size="sm"
            variant="quiet"
          >
            {t('people.resend')}
          </Button>
          <IconButton
            icon={X}
            label={t('people.withdraw', { email })}
            onPress={() => list.withdraw(invitation)}
            size="sm"
          />
        </span>
      </td>
    </tr>
  );
}
