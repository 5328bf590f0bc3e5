import '#web/shared/identity/provider-setup.css';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Plus } from 'lucide-react';
import type { Provisioning } from '#contract/identity/provisioning.ts';
import { ANY_ROLES, isForAdministrator } from '#contract/kit/roles.ts';
import type { AnyRole } from '#contract/kit/roles.ts';
import { GroupRoleCells, GroupRoleTable, shownNumber } from '#web/shared/identity/group-role-cells.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Select } from '#web/ui/select.tsx';
import type { Directory, DirectoryGroup } from './use-provisioning.ts';

/** The option for all accounts. */
const ALL = 'all';

/** The groups of the directory, with the roles of their members on accounts. */
export function GroupsCard({ directory, state }: { directory: Directory; state: Provisioning }) {
  const { t } = useTranslation();
  const { groups } = state;
  return (
    <Card className="prov-groups" title={t('provisioning.groupsAndRoles')}>
      {groups.length === 0 ? (
        <EmptyState text={t('provisioning.noGroups.text')} title={t('provisioning.noGroups.title')} />
      ) : (
        <GroupRoleTable group={t('provisioning.group')}>
          {groups.map((group) => (
            <GroupRows directory={directory} group={group} key={group.id} />
          ))}
        </GroupRoleTable>
      )}
      {groups.length > 0 && <GiveRole directory={directory} state={state} />}
      <p className="prov-foot meta">{t('provisioning.groupsNote')}</p>
    </Card>
  );
}

function GroupRows({ directory, group }: { directory: Directory; group: DirectoryGroup }) {
  const { t } = useTranslation();
  const name = (
    <>
      <bdi className="strong">{group.name}</bdi>
      <p className="meta">{t('provisioning.memberCount', { n: group.members })}</p>
    </>
  );
  if (group.roles.length === 0)
    return (
      <tr>
        <td>{name}</td>
        <td className="meta" colSpan={3}>
          {t('provisioning.noRole')}
        </td>
      </tr>
    );
  return group.roles.map(({ id, role, account, faxNumber }, index) => {
    const everywhere = t(
      isForAdministrator(role) ? 'provisioning.thisAdministrator' : 'provisioning.allNumbers',
    );
    const where = account === null ? everywhere : shownNumber(faxNumber);
    return (
      <tr key={id}>
        <td>{index === 0 ? name : <span className="sr">{group.name}</span>}</td>
        <GroupRoleCells
          group={group.name}
          onGive={(next) => void directory.give(group, account, next)}
          onTake={() => directory.take(group, id)}
          role={role}
          where={where}
        />
      </tr>
    );
  });
}

/** Assigns a group a role on one account, or on all. */
function GiveRole({ directory, state }: { directory: Directory; state: Provisioning }) {
  const { t } = useTranslation();
  const { groups, accounts } = state;
  const [form, setForm] = useState({ group: '', account: ALL, role: 'member' as AnyRole });
  const own = isForAdministrator(form.role);
  const group = groups.find(({ id }) => id === form.group) ?? groups[0];
  const [busy, setBusy] = useState(false);
  const give = async () => {
    if (group === undefined || busy) return;
    setBusy(true);
    await directory.give(group, own || form.account === ALL ? null : form.account, form.role);
    setBusy(false);
  };
  return (
    <form
      className="prov-give"
      onSubmit={(event) => {
        event.preventDefault();
        void give();
      }}
    >
      <Select
        label={t('provisioning.group')}
        onChange={(event) => setForm({ ...form, group: event.target.value })}
        options={groups.map(({ id, name }) => ({ value: id, label: name }))}
        value={group?.id ?? ''}
      />
      <Select
        label={t('provisioning.role')}
        onChange={(event) => setForm({ ...form, role: event.target.value as AnyRole })}
        options={ANY_ROLES.map((value) => ({ value, label: t(`people.roles.${value}`) }))}
        value={form.role}
      />
      <Select
        label={t('provisioning.where')}
        onChange={(event) => setForm({ ...form, account: event.target.value })}
        options={
          own
            ? [{ value: ALL, label: t('provisioning.thisAdministrator') }]
            : [
                { value: ALL, label: t('provisioning.allNumbers') },
                ...accounts.map(({ id, faxNumber }) => ({ value: id, label: shownNumber(faxNumber) })),
              ]
        }
        value={own ? ALL : form.account}
      />
      <Button busy={busy} icon={Plus} type="submit">
        {t('provisioning.giveRole')}
      </Button>
    </form>
  );
}
