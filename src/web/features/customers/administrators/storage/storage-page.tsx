import { useTranslation } from 'react-i18next';
import { STORAGE_TYPES } from '#contract/faxes/storage.ts';
import { usePageTitle } from '#web/kit/page-title.ts';
import { useSubPage } from '../sub-page.ts';
import { StorageAdd } from './storage-add.tsx';
import { StorageEdit } from './storage-edit.tsx';
import { StorageList } from './storage-list.tsx';
import { useEgnyteConsent } from './use-egnyte-consent.ts';

/** External storage: the list of connections, adding one, editing one (MFS-01). */
export function StoragePage() {
  const { t } = useTranslation();
  const { sub, show, leaveFor } = useSubPage();
  usePageTitle(t('multifax.storage.title'));
  // Its window may still be open when the form has given way to the list.
  const egnyte = useEgnyteConsent();
  const toList = () => show({ kind: 'list' });
  if (sub.kind === 'add')
    return <StorageAdd onAdded={(uid, type) => show({ kind: 'edit', uid, type })} onDone={toList} />;
  const type = sub.kind === 'edit' ? STORAGE_TYPES.find((one) => one === sub.type) : undefined;
  if (sub.kind === 'edit' && type !== undefined)
    return (
      <StorageEdit
        egnyte={egnyte}
        key={`${sub.uid} ${type}`}
        onDone={toList}
        onSaved={() => leaveFor({ kind: 'list' })}
        type={type}
        uid={sub.uid}
      />
    );
  return (
    <StorageList
      egnyte={egnyte}
      onAdd={() => show({ kind: 'add' })}
      onManage={(item) => show({ kind: 'edit', uid: item.uid, type: item.type })}
    />
  );
}
