import '#web/ui/card.css';
import './people.css';
import { useTranslation } from 'react-i18next';
import { Check, UserPlus } from 'lucide-react';
import { MAX_PEOPLE } from '#contract/identity/people.ts';
import { ROLES } from '#contract/kit/roles.ts';
import type { Role } from '#contract/kit/roles.ts';
import { formatDateTime } from '#web/kit/format-date.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Tooltip } from '#web/ui/tooltip.tsx';
import { PeopleTable } from './people-table.tsx';
import type { People } from './use-people.ts';

/** Opens what invites people; off when there are as many as there may be, and says why. */
export function InviteButton(props: { list: People; onInvite: () => void }) {
  const { list, onInvite } = props;
  const { t } = useTranslation();
  const full = list.team.people.length + list.team.invitations.length >= MAX_PEOPLE;
  const button = (
    <Button
      aria-disabled={full || undefined}
      icon={UserPlus}
      onClick={full ? undefined : onInvite}
      variant="primary"
    >
      {t('people.invite')}
    </Button>
  );
  return full ? <Tooltip label={t('people.full')}>{button}</Tooltip> : button;
}

/** Who works on the account, what each role may do, and the login that all share. */
export function PeopleSection(props: { list: People; number: string; onInvite: () => void }) {
  const { list, number, onInvite } = props;
  const { t } = useTranslation();
  const alone = list.team.people.length + list.team.invitations.length === 0;
  return (
    <>
      {alone ? (
        <EmptyState
          action={<InviteButton list={list} onInvite={onInvite} />}
          icon={UserPlus}
          text={t('people.emptyText')}
          title={t('people.empty')}
        />
      ) : (
        <div className="card people-card">
          <PeopleTable list={list} />
        </div>
      )}
      <div className="people-below">
        <RoleTable />
        <NumberLogin list={list} number={number} />
      </div>
    </>
  );
}

/** Rows of the table of rights: what it is, and whose roles have it. */
const CAN: readonly (readonly ['read' | 'send' | 'file' | 'manage', readonly Role[]])[] = [
  ['read', ROLES],
  ['send', ['owner', 'member']],
  ['file', ['owner', 'member']],
  ['manage', ['owner']],
];

function RoleTable() {
  const { t } = useTranslation();
  return (
    <Card title={t('people.rolesTitle')}>
      <table aria-label={t('people.rolesTitle')} className="t people-roles">
        <thead>
          <tr>
            <th scope="col">
              <span className="sr">{t('people.role')}</span>
            </th>
            {ROLES.map((role) => (
              <th key={role} scope="col">
                {t(`people.roles.${role}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {CAN.map(([what, roles]) => (
            <tr key={what}>
              <th scope="row">{t(`people.can.${what}`)}</th>
              {ROLES.map((role) => (
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

function NumberLogin(props: { list: People; number: string }) {
  const { you, lastUsedAt } = props.list.team.numberLogin;
  const { t } = useTranslation();
  const used = lastUsedAt === null ? '' : t('people.numberLogin.used', { at: formatDateTime(lastUsedAt) });
  return (
    <Card title={t('people.numberLogin.title')}>
      <p className="people-note">
        {t('people.numberLogin.text', { number: props.number })} {you ? t('people.numberLogin.you') : used}
      </p>
    </Card>
  );
}
