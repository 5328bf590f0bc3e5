import '#web/ui/data-table.css';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { RemoveCell } from '#web/ui/remove-cells.tsx';
import type { Right, Subaccount, Subaccounts } from './subaccounts.ts';
import { Unconfirmed } from './unconfirmed.tsx';

/** A subaccount address with its rights, which save at once, and a remove button; `mark` is beside the address. */
export function SubaccountRow(props: {
  list: Subaccounts;
  row: Subaccount;
  mayNotSend?: boolean;
  mark?: ReactNode;
}) {
  const { list, row, mayNotSend = false } = props;
  const { t } = useTranslation();
  return (
    <tr>
      <td className="who">
        <span className="marked">
          <bdi dir="ltr">{row.Email}</bdi>
          <Unconfirmed list={list} row={row} />
          {props.mark}
        </span>
      </td>
      <td>
        <RightBox list={list} right="ReceiveFaxes" row={row} />
      </td>
      <td>
        <RightBox disabled={mayNotSend} list={list} right="SendFaxes" row={row} />
      </td>
      <RemoveCell label={t('subaccounts.removeOne', { email: row.Email })} onPress={() => list.remove(row)} />
    </tr>
  );
}

function RightBox(props: { list: Subaccounts; row: Subaccount; right: Right; disabled?: boolean }) {
  const { list, row, right, disabled = false } = props;
  const { t } = useTranslation();
  return (
    <Checkbox
      aria-label={t(`subaccounts.${right}.label`, { email: row.Email })}
      checked={row[right] === '1'}
      disabled={disabled || list.busy.has(row.Email)}
      onChange={(event) => list.allow(row, right, event.target.checked)}
    />
  );
}
