import '#web/ui/card.css';
import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Unplug } from 'lucide-react';
import { STORAGE_FAULTS } from '#contract/faxes/storage-faults.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { ListFailed, MultifaxFrame } from '../multifax-frame.tsx';
import { EgnyteFields, SftpFields } from './storage-fields.tsx';
import { storageAccount } from './storage-list.tsx';
import type { EgnyteConsent } from './use-egnyte-consent.ts';
import { useStorageForm } from './use-storage-form.ts';
import type { StorageForm } from './use-storage-form.ts';
import { useStorageList } from './use-storage.ts';
import type { StorageType } from './use-storage.ts';

/** A connection: the destination of the copies, and its login (MFS-10 to MFS-12). */
export function StorageEdit(props: {
  uid: string;
  type: StorageType;
  onDone: () => void;
  onSaved: () => void;
  egnyte: EgnyteConsent;
}) {
  const { uid, type, onDone, onSaved, egnyte } = props;
  const { t } = useTranslation();
  const form = useStorageForm(uid, type, onSaved, egnyte);
  const item = useStorageList().items?.find((one) => one.uid === uid && one.type === type);
  const lead = [
    item === undefined ? '' : `${storageAccount(item)} (${item.email})`,
    t(`multifax.storage.type.${type}`),
  ];
  return (
    <MultifaxFrame
      back={{ label: t('multifax.storage.title'), go: onDone }}
      form
      lead={lead.filter(Boolean).join(' · ')}
      title={t('multifax.storage.editTitle')}
    >
      <div className="mf-note">
        <Banner tone="warn">{t('multifax.storage.charges')}</Banner>
      </div>
      {form.settings !== undefined ? (
        <EditForm form={form} onDone={onDone} />
      ) : form.loading ? (
        <div className="mf-wait">
          <Spinner label={t('multifax.storage.loadingOne')} size="l" />
        </div>
      ) : (
        <ListFailed onRetry={form.reload} text={t('multifax.loadFailed')} />
      )}
    </MultifaxFrame>
  );
}

function EditForm(props: { form: StorageForm; onDone: () => void }) {
  const { form } = props;
  const { t } = useTranslation();
  const { settings, busy } = form;
  if (settings === undefined) return null;
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!busy) form.save();
  };
  return (
    <form noValidate onSubmit={onSubmit}>
      <Problem form={form} />
      <div className="card mf-form">
        {settings.type === 'sftp' ? (
          <SftpFields form={form} hasPass={settings.hasPass} />
        ) : (
          <EgnyteFields form={form} />
        )}
      </div>
      <div className="mf-end">
        <Button
          className="mf-delete"
          disabled={busy || settings.status === 'N'}
          icon={Unplug}
          onClick={form.disconnect}
        >
          {t('multifax.storage.disconnect')}
        </Button>
        <span className="grow" />
        <Button onClick={props.onDone}>{t('app.cancel')}</Button>
        <Button busy={busy} busyLabel={t('multifax.saving')} type="submit" variant="primary">
          {t('multifax.storage.save')}
        </Button>
      </div>
    </form>
  );
}

/** The reason why the last copy failed. If the server has a new key, only a person can accept it. */
function Problem(props: { form: StorageForm }) {
  const { settings, busy, trust } = props.form;
  const { t } = useTranslation();
  const fault = STORAGE_FAULTS.find((one) => one === settings?.lastError);
  if (settings === undefined || fault === undefined) return null;
  const offered = settings.type === 'sftp' ? settings.offeredHostKey : '';
  return (
    <div className="mf-note">
      <Banner
        action={
          offered !== '' && (
            <Button busy={busy} onClick={() => trust(offered)} size="sm">
              {t('multifax.storage.trust')}
            </Button>
          )
        }
        tone={fault === 'NOT_CONFIGURED' ? 'info' : 'bad'}
      >
        {t(`multifax.storage.fault.${fault}`)}
        {offered !== '' && <span className="mono"> {offered}</span>}
      </Banner>
    </div>
  );
}
