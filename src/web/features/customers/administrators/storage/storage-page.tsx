import { useTranslation } from 'react-i18next';
import { STORAGE_TYPES } from '#contract/faxes/storage.ts';
import { usePageTitle } from '#web/kit/page-title.ts';
import { useSubPage } from '../sub-page.ts';
import { StorageAdd } from './storage-add.tsx';
import { StorageEdit } from './storage-edit.tsx';
import { StorageList } from './storage-list.tsx';

/** External storage: the list of connections, adding one, editing one (MFS-01). */
export function StoragePage() {
  const { t } = useTranslation();
  const { sub, show, leaveFor } = useSubPage();
  usePageTitle(t('multifax.storage.title'));
  const toList = () => show({ kind: 'list' });
  if (sub.kind === 'add')
    return <StorageAdd onAdded={(uid, type) => show({ kind: 'edit', uid, type })} onDone={toList} />;
  const type = sub.kind === 'edit' ? STORAGE_TYPES.find((one) => one === sub.type) : undefined;
  if (sub.kind === 'edit' && type !== undefined)
    return (
      <StorageEdit
        key={`${sub.uid} ${type}`}
        onDone={toList}
        onSaved={() => leaveFor({ kind: 'list' })}
        type={type}
        uid={sub.uid}
      />
    );
  return (
    <StorageList
      onAdd={() => show({ kind: 'add' })}
      onManage={(item) => show({ kind: 'edit', uid: item.uid, type: item.type })}
    />
  );
}
