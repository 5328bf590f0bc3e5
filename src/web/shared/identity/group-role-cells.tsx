import '#web/ui/data-table.css';
import './provider-setup.css';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Trash2 } from 'lucide-react';
import { formatFaxNumber } from '#contract/kit/fax-number.ts';
import { ADMINISTRATION_ROLES, isForAdministrator, ROLES } from '#contract/kit/roles.ts';
import type { AnyRole } from '#contract/kit/roles.ts';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Select } from '#web/ui/select.tsx';

/** The table of groups and their roles; `group` is the heading of its first column. */
export function GroupRoleTable({ group, children }: { group: string; children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <table aria-label={t('provisioning.groupsAndRoles')} className="t prov-table">
      <thead>
        <tr>
          <th scope="col">{group}</th>
          <th scope="col">{t('provisioning.role')}</th>
          <th scope="col">{t('provisioning.where')}</th>
          <th scope="col">
            <span className="sr">{t('provisioning.actions')}</span>
          </th>
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}

/** The cells of a row: the role of a group, its scope, and a button that revokes it. */
export function GroupRoleCells(props: {
  group: string;
  role: AnyRole;
  where: string;
  onGive: (role: AnyRole) => void;
  onTake: () => void;
}) {
  const { group: name, role, where, onGive, onTake } = props;
  const { t } = useTranslation();
  const roles: readonly AnyRole[] = isForAdministrator(role) ? ADMINISTRATION_ROLES : ROLES;
  return (
    <>
      <td>
        <Select
          label={t('provisioning.roleOf', { name, where })}
          labelHidden
          onChange={(event) => onGive(event.target.value as AnyRole)}
          options={roles.map((value) => ({ value, label: t(`people.roles.${value}`) }))}
          value={role}
        />
      </td>
      <td className="num">
        <bdi>{where}</bdi>
      </td>
      <td data-align="end">
        <IconButton
          icon={Trash2}
          label={t('provisioning.takeRole', { name, where })}
          onPress={onTake}
          size="sm"
        />
      </td>
    </>
  );
}

/** Formats the number of an account in a list; a dash if it has none. */
export function shownNumber(faxNumber: string): string {
  return formatFaxNumber(faxNumber) ?? (faxNumber === '' ? '–' : faxNumber);
}
