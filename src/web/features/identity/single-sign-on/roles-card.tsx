import '#web/shared/identity/provider-setup.css';
import { useState } from 'react';
import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Plus } from 'lucide-react';
import { GROUP_NAME_MAX } from '#contract/identity/administration-sign-on.ts';
import type { AdministrationSignOn } from '#contract/identity/administration-sign-on.ts';
import { ANY_ROLES, isForAdministrator } from '#contract/kit/roles.ts';
import type { AnyRole } from '#contract/kit/roles.ts';
import { GroupRoleCells, GroupRoleTable } from '#web/shared/identity/group-role-cells.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Select } from '#web/ui/select.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { shownPlace } from './shown-place.ts';
import type { SignOnSettings } from './use-administration-sign-on.ts';

/** The groups at the provider, and the roles of their members. */
export function RolesCard({ settings, state }: { settings: SignOnSettings; state: AdministrationSignOn }) {
  const { t } = useTranslation();
  const { roles } = state;
  return (
    <Card className="prov-groups" title={t('provisioning.groupsAndRoles')}>
      {roles.length > 0 && (
        <GroupRoleTable group={t('signOn.groupAt', { name: state.provider?.name })}>
          {roles.map((one) => (
            <RoleRow key={one.id} one={one} settings={settings} />
          ))}
        </GroupRoleTable>
      )}
      <GiveRole accounts={state.accounts} settings={settings} />
      <p className="prov-foot meta">{t('signOn.rolesNote')}</p>
    </Card>
  );
}

function RoleRow(props: { one: AdministrationSignOn['roles'][number]; settings: SignOnSettings }) {
  const { one, settings } = props;
  const { id, group, account, role } = one;
  const { t } = useTranslation();
  return (
    <tr>
      <td>
        <code className="prov-path" dir="ltr">
          {group}
        </code>
      </td>
      <GroupRoleCells
        group={group}
        onGive={(next) => void settings.giveRole({ group, account, role: next })}
        onTake={() => void settings.takeRole(id, group)}
        role={role}
        where={shownPlace(t, one)}
      />
    </tr>
  );
}

/** Assigns a group a role, by the name that the provider sends. */
function GiveRole(props: { accounts: AdministrationSignOn['accounts']; settings: SignOnSettings }) {
  const { accounts, settings } = props;
  const { t } = useTranslation();
  const [form, setForm] = useState({ group: '', account: '', role: 'member' as AnyRole });
  const [busy, setBusy] = useState(false);
  const own = isForAdministrator(form.role);
  const account = own ? null : form.account || accounts[0]?.id;
  const group = form.group.trim();
  const give = async (event: FormEvent) => {
    event.preventDefault();
    if (group === '' || account === undefined || busy) return;
    setBusy(true);
    const error = await settings.giveRole({ group, account, role: form.role });
    if (error === null) setForm({ ...form, group: '' });
    setBusy(false);
  };
  return (
    <form className="prov-give" noValidate onSubmit={(event) => void give(event)}>
      <TextField
        autoComplete="off"
        counted={false}
        dir="ltr"
        label={t('provisioning.group')}
        maxLength={GROUP_NAME_MAX}
        onChange={(event) => setForm({ ...form, group: event.target.value })}
        spellCheck={false}
        value={form.group}
      />
      <Select
        label={t('provisioning.role')}
        onChange={(event) => setForm({ ...form, role: event.target.value as AnyRole })}
        options={ANY_ROLES.map((value) => ({ value, label: t(`people.roles.${value}`) }))}
        value={form.role}
      />
      <Select
        disabled={own}
        label={t('provisioning.where')}
        onChange={(event) => setForm({ ...form, account: event.target.value })}
        options={
          own
            ? [{ value: '', label: t('provisioning.thisAdministrator') }]
            : accounts.map((one) => ({
                value: one.id,
                label: shownPlace(t, { account: one.id, faxNumber: one.faxNumber }),
              }))
        }
        value={account ?? ''}
      />
      <Button busy={busy} disabled={group === '' || account === undefined} icon={Plus} type="submit">
        {t('provisioning.giveRole')}
      </Button>
    </form>
  );
}
