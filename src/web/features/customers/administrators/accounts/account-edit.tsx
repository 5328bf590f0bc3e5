import '#web/ui/card.css';
import '#web/ui/data-table.css';
import './account-edit.css';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Eye, History, Trash2 } from 'lucide-react';
import type { MultifaxAccount } from '#contract/customers/administrators.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { ListFailed, MultifaxFrame } from '../multifax-frame.tsx';
import { AccountNumber, AccountStatus } from './account-columns.tsx';
import { AccountForm } from './account-form.tsx';
import { DomainsCard } from './domains-card.tsx';
import { HoldCard } from './hold-card.tsx';
import { EmailsCard } from './emails-card.tsx';
import { useAccount } from './use-accounts.ts';
import { useDeleteService } from './use-delete-service.ts';

/** Manages an account: address, password, secondary emails, domains, end of service (MFA-27, MFA-31, MFA-33). */
export function AccountEdit(props: {
  uid: string;
  onDone: () => void;
  onRemoved: () => void;
  onLook: (number: string) => void;
  onActivity: (number: string) => void;
}) {
  const { uid, onDone, onRemoved, onLook, onActivity } = props;
  const { t } = useTranslation();
  const { data: loaded, loading, failed, reload } = useAccount(uid);
  // A deleted account stays visible until the page returns to the list automatically.
  const [deleted, setDeleted] = useState<MultifaxAccount | null>(null);
  const account = deleted ?? loaded;
  const back = { label: t('multifax.accounts.title'), go: onDone };
  if (account === undefined || account === null)
    return (
      <MultifaxFrame back={back} title={t('multifax.edit.account')}>
        {loading && (
          <div className="mf-wait">
            <Spinner label={t('multifax.edit.loading')} size="l" />
          </div>
        )}
        {failed && <ListFailed onRetry={reload} text={t('multifax.loadFailed')} />}
        {account === null && !failed && <EmptyState title={t('multifax.edit.gone')} />}
      </MultifaxFrame>
    );
  return (
    <Loaded
      account={account}
      back={back}
      deleted={deleted !== null}
      onDeleted={() => setDeleted(account)}
      onDone={onDone}
      onActivity={onActivity}
      onLook={onLook}
      onRemoved={onRemoved}
    />
  );
}

function Loaded(props: {
  account: MultifaxAccount;
  back: { label: string; go: () => void };
  deleted: boolean;
  onDeleted: () => void;
  onDone: () => void;
  onLook: (number: string) => void;
  onActivity: (number: string) => void;
  onRemoved: () => void;
}) {
  const { account, deleted, onLook, onActivity } = props;
  const { t } = useTranslation();
  const { busy, remove } = useDeleteService(account, props);
  return (
    <MultifaxFrame
      actions={
        <>
          {account.mayView && account.faxnumber !== null && (
            <Button disabled={deleted} icon={Eye} onClick={() => onLook(account.faxnumber ?? '')}>
              {t('multifax.mailbox.look')}
            </Button>
          )}
          <Button
            disabled={deleted}
            icon={History}
            onClick={() => onActivity(account.faxnumber ?? account.email)}
          >
            {t('activity.title')}
          </Button>
          <Button
            busy={busy}
            busyLabel={t('multifax.edit.deleting')}
            className="mf-delete"
            disabled={deleted}
            icon={Trash2}
            onClick={remove}
          >
            {t('multifax.edit.delete')}
          </Button>
        </>
      }
      aside={<AccountStatus account={account} />}
      back={props.back}
      title={<AccountNumber account={account} />}
    >
      <div className="mf-columns" inert={deleted}>
        <div className="mf-column">
          <AccountForm account={account} deleted={deleted} onCancel={props.onDone} />
          <DomainsCard account={account} />
        </div>
        <div className="mf-column">
          <EmailsCard account={account} />
          <HoldCard account={account} />
        </div>
      </div>
    </MultifaxFrame>
  );
}
