import './account-edit.css';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Plus } from 'lucide-react';
import type { MultifaxAccount } from '#contract/customers/administrators.ts';
import { MAX_SUBACCOUNTS } from '#contract/customers/subaccounts.ts';
import { SubaccountModal } from '#web/shared/customers/subaccount-modal.tsx';
import { SubaccountRow } from '#web/shared/customers/subaccount-row.tsx';
import { UnconfirmedHelp } from '#web/shared/customers/unconfirmed.tsx';
import { useSubaccounts } from '#web/shared/customers/subaccounts.ts';
import type { Subaccounts } from '#web/shared/customers/subaccounts.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ListFailed } from '../multifax-frame.tsx';
import { TableSkeleton } from '../table-skeleton.tsx';

/** The secondary addresses of an account, at most five (MFA-31); their checkboxes save at once. */
export function EmailsCard(props: { account: MultifaxAccount }) {
  const { uid, isHIPAA } = props.account;
  const { t } = useTranslation();
  const list = useSubaccounts(uid);
  const [adding, setAdding] = useState(false);
  const used = list.entries.length;
  return (
    <Card
      action={
        <span className="rowx">
          <span className="meta num">{t('multifax.emails.used', { used, max: MAX_SUBACCOUNTS })}</span>
          <Button
            disabled={used >= MAX_SUBACCOUNTS || list.loading || list.failed}
            icon={Plus}
            onClick={() => setAdding(true)}
            size="sm"
          >
            {t('multifax.emails.add')}
          </Button>
        </span>
      }
      className="mf-table"
      title={t('multifax.emails.title')}
    >
      {isHIPAA && <p className="meta mf-card-note">{t('multifax.emails.hipaa')}</p>}
      <EmailsBody list={list} mayNotSend={isHIPAA} />
      <UnconfirmedHelp className="mf-card-foot" list={list} />
      {adding && <SubaccountModal list={list} mayNotSend={isHIPAA} onClose={() => setAdding(false)} />}
    </Card>
  );
}

function EmailsBody(props: { list: Subaccounts; mayNotSend: boolean }) {
  const { list, mayNotSend } = props;
  const { t } = useTranslation();
  if (list.failed) return <ListFailed onRetry={list.reload} text={t('multifax.loadFailed')} />;
  if (list.loading) return <TableSkeleton label={t('preferences.loading')} />;
  if (list.entries.length === 0) return <EmptyState title={t('multifax.emails.empty')} />;
  return (
    <table aria-label={t('multifax.emails.title')} className="t">
      <thead>
        <tr>
          <th scope="col">{t('multifax.emails.email')}</th>
          <th scope="col">{t('multifax.emails.ReceiveFaxes')}</th>
          <th scope="col">{t('multifax.emails.SendFaxes')}</th>
          <th scope="col">
            <span className="sr">{t('multifax.emails.actions')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {list.entries.map((row) => (
          <SubaccountRow key={row.Email} list={list} mayNotSend={mayNotSend} row={row} />
        ))}
      </tbody>
    </table>
  );
}
