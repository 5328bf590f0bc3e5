import { useTranslation } from 'react-i18next';
import { STORAGE_FIELD_MAX, STORAGE_PORT_MAX } from '#contract/faxes/storage.ts';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Switch } from '#web/ui/switch.tsx';
import { TextArea } from '#web/ui/text-area.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { CopyNamingFields } from './copy-naming.tsx';
import type { Storage } from './use-storage.ts';

/** Server, login and names of copies. The password is visible while typing (spec decisions 8.2), and never returned. */
export function StorageForm(props: { storage: Storage }) {
  const { storage } = props;
  const { t } = useTranslation();
  const { draft, change, saved } = storage;
  return (
    <>
      <section className="storage-fields">
        <div className="storage-server">
          <Line max={STORAGE_FIELD_MAX} name="host" storage={storage} />
          <Line max={STORAGE_PORT_MAX} name="port" storage={storage} />
        </div>
        <Line hint={t('storage.dirHint')} max={STORAGE_FIELD_MAX} name="dir" storage={storage} />
        <div className="g2">
          <Line max={STORAGE_FIELD_MAX} name="login" storage={storage} />
          <Line
            hint={
              draft.useKey
                ? t('storage.passphraseHint')
                : saved?.hasPass === true
                  ? t('storage.passKept')
                  : undefined
            }
            max={STORAGE_FIELD_MAX}
            name="pass"
            storage={storage}
          />
        </div>
        <Checkbox checked={draft.useKey} onChange={(event) => change({ useKey: event.target.checked })}>
          {t('storage.useKey')}
        </Checkbox>
        {draft.useKey && (
          <TextArea
            className="in storage-key"
            error={storage.faults.privateKey === undefined ? undefined : t('storage.field.STORAGE_KEY_AGAIN')}
            hint={saved?.hasKey === true ? t('storage.keyKept') : t('storage.keyHint')}
            label={t('storage.privateKey')}
            onChange={(event) => change({ privateKey: event.target.value })}
            spellCheck={false}
            value={draft.privateKey}
          />
        )}
        {saved !== null && saved.hostKey !== '' && (
          <div className="storage-fingerprint">
            <p className="strong">{t('storage.hostKey')}</p>
            <code>{saved.hostKey}</code>
            <p className="meta">{t('storage.hostKeyHint')}</p>
          </div>
        )}
      </section>
      <Naming storage={storage} />
    </>
  );
}

const FIELD_FAULTS = [
  'HOST_INVALID',
  'PORT_INVALID',
  'STORAGE_HOST_NOT_ALLOWED',
  'STORAGE_SECRET_AGAIN',
  'CONTROL_CHARACTER',
  'TOO_LONG',
  'REQUIRED',
] as const;

function Line(props: {
  storage: Storage;
  name: 'host' | 'port' | 'dir' | 'login' | 'pass';
  max: number;
  hint?: string | undefined;
}) {
  const { storage, name, max, hint } = props;
  const { t } = useTranslation();
  const code = storage.faults[name];
  const fault = FIELD_FAULTS.find((known) => known === code);
  return (
    <TextField
      autoComplete="off"
      counter=""
      error={code === undefined ? undefined : t(`storage.field.${fault ?? 'REQUIRED'}`)}
      hint={hint}
      inputMode={name === 'port' ? 'numeric' : undefined}
      label={t(`storage.${name}`)}
      maxLength={max}
      name={`storage-${name}`}
      onChange={(event) => storage.change({ [name]: event.target.value })}
      value={storage.draft[name]}
    />
  );
}

function Naming(props: { storage: Storage }) {
  const { draft, change } = props.storage;
  const { t } = useTranslation();
  return (
    <section className="storage-fields">
      <CopyNamingFields naming={draft} onChange={change} />
      <div className="prefs-set">
        <div>
          <h2 id="storage-active">{t('storage.active')}</h2>
          <p className="meta">{t('storage.activeText')}</p>
        </div>
        <Switch
          aria-labelledby="storage-active"
          checked={draft.status === 'Y'}
          onChange={(event) => change({ status: event.target.checked ? 'Y' : 'N' })}
        />
      </div>
    </section>
  );
}
