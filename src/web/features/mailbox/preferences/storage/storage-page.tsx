import './storage.css';
import { useTranslation } from 'react-i18next';
import { Pill } from '#web/ui/pill.tsx';
import { PreferenceFrame } from '../preference-frame.tsx';
import { SaveBar } from '../save-bar.tsx';
import { StorageDeliveries } from './storage-deliveries.tsx';
import { StorageForm } from './storage-form.tsx';
import { StorageNotices } from './storage-notices.tsx';
import { useStorage } from './use-storage.ts';
import type { Storage } from './use-storage.ts';

/** The account's SFTP storage: destination, state and latest copies (spec http-api 6.4, spec decisions 6.5). */
export function StoragePage() {
  const { t } = useTranslation();
  const storage = useStorage();
  const { host, login } = storage.draft;
  return (
    <PreferenceFrame
      action={<StorageState storage={storage} />}
      data={storage}
      foot={
        <SaveBar
          busy={storage.busy}
          disabled={host.trim() === '' || login.trim() === ''}
          onSave={() => storage.save()}
        />
      }
      lead={t('storage.lead')}
      title={t('storage.title')}
    >
      <div className="prefs-form storage">
        <StorageNotices storage={storage} />
        <StorageForm storage={storage} />
        {storage.saved !== null && <StorageDeliveries copies={storage.copies} />}
      </div>
    </PreferenceFrame>
  );
}

function StorageState(props: { storage: Storage }) {
  const { t } = useTranslation();
  const { saved } = props.storage;
  if (saved === null) return null;
  if (saved.status === 'N') return <Pill>{t('storage.off')}</Pill>;
  if (saved.lastError !== '') return <Pill tone="bad">{t('storage.notWorking')}</Pill>;
  return <Pill tone="ok">{t('storage.working')}</Pill>;
}
