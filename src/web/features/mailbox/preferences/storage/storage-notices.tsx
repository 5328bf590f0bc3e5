import { useTranslation } from 'react-i18next';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { StorageTrouble } from './storage-trouble.tsx';
import type { Storage } from './use-storage.ts';

/** The current problem and its remedy: another server identity, or a failing server. */
export function StorageNotices(props: { storage: Storage }) {
  const { storage } = props;
  const { saved } = storage;
  if (saved === null || saved.status === 'N' || saved.lastError === '') return null;
  if (saved.offeredHostKey !== '') return <ChangedKey storage={storage} />;
  return <StorageTrouble copies={storage.copies} />;
}

function ChangedKey(props: { storage: Storage }) {
  const { storage } = props;
  const { t } = useTranslation();
  const { hostKey, offeredHostKey, waiting } = storage.saved ?? {
    hostKey: '',
    offeredHostKey: '',
    waiting: 0,
  };
  return (
    <Banner tone="bad">
      <strong>{t('storage.keyChanged')}</strong>
      <span className="storage-keys">
        <code>{t('storage.knownKey', { key: hostKey })}</code>
        <code>{t('storage.offeredKey', { key: offeredHostKey })}</code>
      </span>
      <span>
        {t('storage.keyChangedText')}
        {waiting > 0 && <> {t('storage.waiting', { count: waiting })}</>}
      </span>
      <span className="storage-accept">
        <Button
          busy={storage.busy}
          onClick={() => storage.save({ acceptHostKey: offeredHostKey })}
          size="sm"
          variant="danger-quiet"
        >
          {t('storage.acceptKey')}
        </Button>
      </span>
    </Banner>
  );
}
