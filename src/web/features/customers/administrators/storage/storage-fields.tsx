import './storage.css';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { STORAGE_FIELD_MAX, STORAGE_PORT_MAX } from '#contract/faxes/storage.ts';
import { TextField } from '#web/ui/text-field.tsx';
import type { StorageFields, StorageForm } from './use-storage-form.ts';

/** Returns the attributes that the fields share; names of hosts and folders must not be auto-corrected. */
function useField(form: StorageForm) {
  return (name: keyof StorageFields, max = STORAGE_FIELD_MAX) => ({
    autoCapitalize: 'none',
    autoComplete: 'off',
    counter: '',
    error: form.fault(name),
    maxLength: max,
    name,
    onChange: (event: { target: { value: string } }) => form.change({ [name]: event.target.value }),
    spellCheck: false,
    value: form.fields[name],
  });
}

/** Server, port, folder and login. The password is not masked (MFS-14), and the server never returns it. */
export function SftpFields(props: { form: StorageForm; hasPass: boolean }) {
  const { form, hasPass } = props;
  const { t } = useTranslation();
  const field = useField(form);
  return (
    <>
      <div className="g2 mf-server">
        <TextField {...field('host')} label={t('multifax.storage.host')} />
        <TextField
          {...field('port', STORAGE_PORT_MAX)}
          inputMode="numeric"
          label={t('multifax.storage.port')}
          numeric
        />
      </div>
      <TextField {...field('dir')} hint={t('multifax.storage.dirHint')} label={t('multifax.storage.dir')} />
      <div className="g2">
        <TextField {...field('login')} label={t('multifax.storage.login')} />
        <TextField
          {...field('pass')}
          hint={hasPass ? t('multifax.storage.passKept') : undefined}
          label={t('multifax.storage.pass')}
        />
      </div>
    </>
  );
}

/** The Egnyte domain, and a second field that is required but has no effect (MFS-15, MFS-16). */
export function EgnyteFields(props: { form: StorageForm }) {
  const { t } = useTranslation();
  const field = useField(props.form);
  const [unbound, setUnbound] = useState('');
  return (
    <>
      <TextField {...field('username')} label={t('multifax.storage.egnyteDomain')} />
      <TextField
        autoComplete="off"
        counter=""
        label={t('multifax.storage.existingDomain')}
        maxLength={STORAGE_FIELD_MAX}
        onChange={(event) => setUnbound(event.target.value)}
        spellCheck={false}
        value={unbound}
      />
    </>
  );
}
