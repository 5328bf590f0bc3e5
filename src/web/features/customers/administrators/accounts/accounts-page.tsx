import { useTranslation } from 'react-i18next';
import { usePageTitle } from '#web/kit/page-title.ts';
import { AccountActivity } from '../activity/account-activity.tsx';
import { BulkAddPage } from '../bulk/bulk-add-page.tsx';
import { MailboxView } from '../mailbox/mailbox-view.tsx';
import { useSubPage } from '../sub-page.ts';
import { AccountAdd } from './account-add.tsx';
import { AccountEdit } from './account-edit.tsx';
import { AccountList } from './account-list.tsx';

/** Multifax Configure: the list of fax accounts, adding one, managing one (MFA-01). */
export function AccountsPage() {
  const { t } = useTranslation();
  const { sub, show, leaveFor } = useSubPage();
  usePageTitle(t('multifax.accounts.route'));
  const toList = () => show({ kind: 'list' });
  const backAfter = () => leaveFor({ kind: 'list' });
  if (sub.kind === 'add') return <AccountAdd onAdded={backAfter} onDone={toList} />;
  if (sub.kind === 'edit')
    return (
      <AccountEdit
        key={sub.uid}
        onDone={toList}
        onActivity={(number) => show({ kind: 'activity', uid: sub.uid, number })}
        onLook={(number) => show({ kind: 'mailbox', uid: sub.uid, number })}
        onRemoved={backAfter}
        uid={sub.uid}
      />
    );
  if (sub.kind === 'bulk') return <BulkAddPage onDone={toList} />;
  if (sub.kind === 'activity')
    return (
      <AccountActivity
        back={{ label: t('multifax.edit.account'), go: () => show({ kind: 'edit', uid: sub.uid }) }}
        key={sub.uid}
        number={sub.number}
        uid={sub.uid}
      />
    );
  if (sub.kind === 'mailbox')
    return (
      <MailboxView
        back={{ label: t('multifax.edit.account'), go: () => show({ kind: 'edit', uid: sub.uid }) }}
        key={sub.uid}
        number={sub.number}
        uid={sub.uid}
      />
    );
  return (
    <AccountList
      onBulk={() => show({ kind: 'bulk' })}
      onAdd={() => show({ kind: 'add' })}
      onManage={(account) => show({ kind: 'edit', uid: account.uid })}
    />
  );
}
