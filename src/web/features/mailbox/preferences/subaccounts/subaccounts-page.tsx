import '#web/ui/card.css';
import '#web/ui/data-table.css';
import './subaccounts.css';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Plus } from 'lucide-react';
import { MAX_SUBACCOUNTS } from '#contract/customers/subaccounts.ts';
import { KEYS, useHotkeys } from '#web/kit/hotkeys.ts';
import { SubaccountModal } from '#web/shared/customers/subaccount-modal.tsx';
import { SubaccountRow } from '#web/shared/customers/subaccount-row.tsx';
import { UnconfirmedHelp } from '#web/shared/customers/unconfirmed.tsx';
import { useSubaccounts } from '#web/shared/customers/subaccounts.ts';
import type { Subaccounts } from '#web/shared/customers/subaccounts.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Pill } from '#web/ui/pill.tsx';
import { RemoveAllHead } from '#web/ui/remove-cells.tsx';
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

/** The addresses of the list from which mails bounced; the owner's own is on the notifications page. */
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
          <RemoveAllHead label={t('subaccounts.removeAll')} onPress={list.removeAll} />
        </tr>
      </thead>
      <tbody>
        {list.entries.map((row) => (
          <SubaccountRow
            key={row.Email}
            list={list}
            mark={troubled.has(row.Email) && <Pill tone="warn">{t('mailDelivery.mark')}</Pill>}
            row={row}
          />
        ))}
      </tbody>
    </table>
  );
}
