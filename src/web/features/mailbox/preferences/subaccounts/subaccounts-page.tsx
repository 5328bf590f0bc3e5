import '#web/ui/card.css';
import '#web/ui/data-table.css';
import './subaccounts.css';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Plus, Trash2 } from 'lucide-react';
import { MAX_SUBACCOUNTS } from '#contract/customers/subaccounts.ts';
import { KEYS, useHotkeys } from '#web/kit/hotkeys.ts';
import { SubaccountModal } from '#web/shared/customers/subaccount-modal.tsx';
import { Unconfirmed, UnconfirmedHelp } from '#web/shared/customers/unconfirmed.tsx';
import { useSubaccounts } from '#web/shared/customers/subaccounts.ts';
import type { Right, Subaccount, Subaccounts } from '#web/shared/customers/subaccounts.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Pill } from '#web/ui/pill.tsx';
import { useMailTroubles } from '../mail-delivery.ts';
import { MailTroubles } from '../mail-troubles.tsx';
import { PreferenceFrame } from '../preference-frame.tsx';

/** Other addresses that may receive or send the account's faxes (SUB-01). */
export function SubaccountsPage() {
  const { t } = useTranslation();
  const list = useSubaccounts();
  const [adding, setAdding] = useState(false);
  const used = list.entries.length;
  const full = used >= MAX_SUBACCOUNTS;
  useHotkeys([
    {
      code: KEYS.add,
      run: () => {
        if (!full && !list.loading && !list.failed) setAdding(true);
      },
    },
  ]);
  return (
    <PreferenceFrame
      action={
        <div className="sub-add">
          <Button disabled={full} icon={Plus} onClick={() => setAdding(true)} variant="primary">
            {t('subaccounts.add')}
          </Button>
          <span className="meta num">{t('subaccounts.used', { used, max: MAX_SUBACCOUNTS })}</span>
        </div>
      }
      data={list}
      lead={t('subaccounts.lead')}
      title={t('subaccounts.title')}
    >
      <SubaccountTroubles emails={list.entries.map(({ Email }) => Email)} />
      <div className="card prefs-table sub-list">
        {used === 0 ? (
          <EmptyState text={t('subaccounts.emptyText')} title={t('subaccounts.empty')} />
        ) : (
          <SubaccountTable list={list} />
        )}
        <UnconfirmedHelp className="sub-help" list={list} />
      </div>
      {adding && <SubaccountModal list={list} onClose={() => setAdding(false)} />}
    </PreferenceFrame>
  );
}

/** Addresses of the list that mails came back from; the owner's own stands in the general preferences. */
function SubaccountTroubles(props: { emails: readonly string[] }) {
  return (
    <div className="sub-list sub-troubles">
      {props.emails.map((email) => (
        <MailTroubles key={email} of={email} />
      ))}
    </div>
  );
}

function SubaccountTable(props: { list: Subaccounts }) {
  const { list } = props;
  const { t } = useTranslation();
  const troubled = new Set(useMailTroubles().troubles.map(({ email }) => email));
  return (
    <table aria-label={t('subaccounts.title')} className="t">
      <thead>
        <tr>
          <th scope="col">{t('subaccounts.email')}</th>
          <th scope="col">{t('subaccounts.ReceiveFaxes.head')}</th>
          <th scope="col">{t('subaccounts.SendFaxes.head')}</th>
          <th data-align="end" scope="col">
            <button className="prefs-remove-all" onClick={list.removeAll} type="button">
              {t('subaccounts.removeAll')}
            </button>
          </th>
        </tr>
      </thead>
      <tbody>
        {list.entries.map((row) => (
          <tr key={row.Email}>
            <td className="who">
              <span className="sub-who">
                <bdi dir="ltr">{row.Email}</bdi>
                <Unconfirmed list={list} row={row} />
                {troubled.has(row.Email) && <Pill tone="warn">{t('mailDelivery.mark')}</Pill>}
              </span>
            </td>
            <td>
              <RightBox list={list} right="ReceiveFaxes" row={row} />
            </td>
            <td>
              <RightBox list={list} right="SendFaxes" row={row} />
            </td>
            <td data-align="end">
              <IconButton
                icon={Trash2}
                label={t('subaccounts.removeOne', { email: row.Email })}
                onPress={() => list.remove(row)}
                size="sm"
              />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function RightBox(props: { list: Subaccounts; row: Subaccount; right: Right }) {
  const { list, row, right } = props;
  const { t } = useTranslation();
  return (
    <Checkbox
      aria-label={t(`subaccounts.${right}.label`, { email: row.Email })}
      checked={row[right] === '1'}
      disabled={list.busy.has(row.Email)}
      onChange={(event) => list.allow(row, right, event.target.checked)}
    />
  );
}
