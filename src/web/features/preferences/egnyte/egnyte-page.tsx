import './egnyte.css';
import { useState } from 'react';
import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { ExternalLink, Folder, Unplug } from 'lucide-react';
import { EGNYTE_DOMAIN_MAX } from '#contract/egnyte.ts';
import { useBrand } from '#web/kit/brand.ts';
import { useMainData } from '#web/kit/main-data.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Pill } from '#web/ui/pill.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { PreferenceFrame } from '../preference-frame.tsx';
import { FolderDialog } from './folder-dialog.tsx';
import { useEgnyte } from './use-egnyte.ts';
import type { Egnyte } from './use-egnyte.ts';

/** Cloud storage: connect Egnyte, choose a folder, turn copies on and off (D2 §2.1). Other brands have nothing here (EGU-25). */
export function EgnytePage() {
  const { t } = useTranslation();
  const brand = useBrand();
  if (brand?.egnyte.isEgnyte !== true)
    return (
      <PreferenceFrame title={t('egnyte.title')}>
        <EmptyState title={t('egnyte.unavailable')} />
      </PreferenceFrame>
    );
  return <EgnyteStates />;
}

function EgnyteStates() {
  const { t } = useTranslation();
  const egnyte = useEgnyte();
  const { state } = egnyte;
  const [active, setActive] = useState<boolean | null>(null);
  const shown = active ?? state.egnyteisactive === '1';
  const save = () => {
    void egnyte.save(state.egnytedirectory, shown).then(() => setActive(null));
  };
  const buttons = (
    <div className="egnyte-actions">
      <Button icon={Unplug} onClick={egnyte.disconnect} variant="danger-quiet">
        {t('egnyte.disconnect')}
      </Button>
      <Button
        busy={egnyte.busy}
        busyLabel={t('preferences.saving')}
        disabled={!state.directoryIsWriteable}
        onClick={save}
        variant="primary"
      >
        {t('preferences.save')}
      </Button>
    </div>
  );
  return (
    <PreferenceFrame
      action={state.isConnected && buttons}
      data={egnyte}
      lead={t('egnyte.lead')}
      title={t('egnyte.title')}
    >
      {state.isConnected ? (
        <Connected active={shown} egnyte={egnyte} onActive={setActive} />
      ) : (
        <Connect egnyte={egnyte} />
      )}
    </PreferenceFrame>
  );
}

function Connect(props: { egnyte: Egnyte }) {
  const { egnyte } = props;
  const { t } = useTranslation();
  const [domain, setDomain] = useState('');
  const { fault } = egnyte;
  const field = {
    required: t('egnyte.domainRequired'),
    invalid: t('egnyte.domainInvalid'),
    blocked: undefined,
    invalidConnection: undefined,
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    egnyte.authorize(domain);
  };
  return (
    <form className="egnyte-card egnyte-connect" noValidate onSubmit={submit}>
      {fault === 'invalidConnection' && <Banner tone="bad">{t('egnyte.invalidConnection')}</Banner>}
      {fault === 'blocked' && <Banner tone="warn">{t('egnyte.blocked')}</Banner>}
      <TextField
        autoCapitalize="none"
        error={fault === null ? undefined : field[fault]}
        hint={t('egnyte.suffix')}
        label={t('egnyte.domain')}
        maxLength={EGNYTE_DOMAIN_MAX}
        name="egnyte_domain"
        onChange={(event) => setDomain(event.target.value)}
        value={domain}
      />
      <Button
        busy={egnyte.waiting}
        busyLabel={t('egnyte.waiting')}
        icon={ExternalLink}
        type="submit"
        variant="primary"
      >
        {t('egnyte.authorize')}
      </Button>
      <p className="meta">{t('egnyte.authorizeText')}</p>
    </form>
  );
}

function Connected(props: { egnyte: Egnyte; active: boolean; onActive: (active: boolean) => void }) {
  const { egnyte, active, onActive } = props;
  const { t } = useTranslation();
  const { state, refused } = egnyte;
  const main = useMainData();
  // Without a usable folder the choice comes by itself, until the person leaves it (D2 §4).
  const [choosing, setChoosing] = useState(state.showSelectLocation);
  const choose = async (folder: string) => {
    const done = await (state.showSelectLocation ? egnyte.save(folder, true) : egnyte.move(folder));
    if (done) setChoosing(false);
  };
  return (
    <>
      <Pill tone="ok">{t('egnyte.connected')}</Pill>
      <dl className="egnyte-card egnyte-facts">
        <div>
          <dt>{t('egnyte.account')}</dt>
          <dd className="num">
            <bdi dir="ltr">{main?.formattedFaxNumber ?? ''}</bdi>
          </dd>
        </div>
        <div>
          <dt>{t('egnyte.domainShort')}</dt>
          <dd>{`${state.domain}${t('egnyte.suffix')}`}</dd>
        </div>
        <div>
          <dt>{t('egnyte.folder')}</dt>
          <dd>
            <Icon as={Folder} size="s" /> <bdi>{state.egnytedirectory || t('egnyte.noFolder')}</bdi>
          </dd>
          <dd className="egnyte-change">
            <Button onClick={() => setChoosing(true)} variant="link">
              {t('egnyte.changeLocation')}
            </Button>
          </dd>
        </div>
        <div>
          <dd>
            <Checkbox
              checked={active}
              disabled={!state.directoryIsWriteable}
              onChange={(event) => onActive(event.target.checked)}
            >
              {t('egnyte.active')}
            </Checkbox>
            <p className="meta">
              {state.directoryIsWriteable ? t('egnyte.writable') : t('egnyte.notWritable')}
            </p>
          </dd>
        </div>
      </dl>
      {refused && !choosing && <Banner tone="bad">{t('egnyte.permission')}</Banner>}
      {choosing && (
        <FolderDialog
          busy={egnyte.busy}
          current={state.egnytedirectory}
          onChoose={(folder) => void choose(folder)}
          onClose={() => setChoosing(false)}
          refused={refused}
        />
      )}
    </>
  );
}
