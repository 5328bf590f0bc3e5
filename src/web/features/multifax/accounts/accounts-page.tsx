import { useTranslation } from 'react-i18next';
import { usePageTitle } from '#web/kit/page-title.ts';
import { useSubPage } from '../sub-page.ts';
import { AccountAdd } from './account-add.tsx';
import { AccountEdit } from './account-edit.tsx';
import { AccountList } from './account-list.tsx';

/** Multifax Configure: the list of fax accounts, adding one, managing one (D2 §2.3). */
export function AccountsPage() {
  const { t } = useTranslation();
  const { sub, show, leaveFor } = useSubPage();
  usePageTitle(t('multifax.accounts.route'));
  const toList = () => show({ kind: 'list' });
  const backAfter = () => leaveFor({ kind: 'list' });
  if (sub.kind === 'add') return <AccountAdd onAdded={backAfter} onDone={toList} />;
  if (sub.kind === 'edit')
    return <AccountEdit key={sub.uid} onDone={toList} onRemoved={backAfter} uid={sub.uid} />;
  return (
    <AccountList
      onAdd={() => show({ kind: 'add' })}
      onManage={(account) => show({ kind: 'edit', uid: account.uid })}
    />
  );
}
