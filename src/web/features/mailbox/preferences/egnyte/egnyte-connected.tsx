import { useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Folder } from 'lucide-react';
import { useMainData } from '#web/shared/mailbox/main-data.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Pill } from '#web/ui/pill.tsx';
import { CopyNamingFields } from '../storage/copy-naming.tsx';
import { StorageTrouble } from '../storage/storage-trouble.tsx';
import type { Copies } from '../storage/use-copies.ts';
import { FolderDialog } from './folder-dialog.tsx';
import type { Egnyte, EgnyteDraft } from './use-egnyte.ts';

/** The settings of a connection: the destination of copies, their state, and their names (EGU-07). */
export function EgnyteConnected(props: {
  egnyte: Egnyte;
  copies: Copies;
  draft: EgnyteDraft;
  onChange: (change: EgnyteDraft) => void;
}) {
  const { egnyte, copies, draft, onChange } = props;
  const { t } = useTranslation();
  const { state, refused } = egnyte;
  // Without a usable folder, the dialog opens automatically, until the user closes it (EGU-14).
  const [choosing, setChoosing] = useState(state.showSelectLocation);
  const choose = async (folder: string) =>
    await (state.showSelectLocation ? egnyte.save(folder, true, {}) : egnyte.move(folder));
  return (
    <>
      {!state.showSelectLocation && <StorageTrouble copies={copies} />}
      <Facts active={draft.active} egnyte={egnyte} onActive={(active) => onChange({ active })}>
        <Button onClick={() => setChoosing(true)} variant="link">
          {t('egnyte.changeLocation')}
        </Button>
      </Facts>
      {refused && !choosing && <Banner tone="bad">{t('egnyte.permission')}</Banner>}
      {copies.state !== null && (
        <section className="storage-fields egnyte-naming">
          <CopyNamingFields naming={{ ...copies.state, ...draft }} onChange={onChange} />
        </section>
      )}
      {choosing && (
        <FolderDialog
          current={state.egnytedirectory}
          onChoose={choose}
          onClose={() => setChoosing(false)}
          refused={refused}
        />
      )}
    </>
  );
}

function Facts(props: {
  egnyte: Egnyte;
  active: boolean | undefined;
  onActive: (active: boolean) => void;
  children: ReactNode;
}) {
  const { egnyte, active, onActive, children } = props;
  const { state } = egnyte;
  const { t } = useTranslation();
  const main = useMainData();
  const unusable = state.egnytedirectory === '' ? 'egnyte.fault.NOT_CONFIGURED' : 'egnyte.notWritable';
  const hint = state.directoryIsWriteable ? 'egnyte.writable' : unusable;
  return (
    <dl className="egnyte-card egnyte-facts">
      <div>
        <dt>{t('egnyte.account')}</dt>
        <dd className="num">
          <bdi dir="ltr">{main?.formattedFaxNumber ?? ''}</bdi>
        </dd>
        <dd className="egnyte-end">
          <Pill tone="ok">{t('egnyte.connected')}</Pill>
        </dd>
      </div>
      <div>
        <dt>{t('egnyte.domainShort')}</dt>
        <dd>
          <bdi dir="ltr">{`${state.domain}${t('egnyte.suffix')}`}</bdi>
        </dd>
      </div>
      <div>
        <dt>{t('egnyte.folder')}</dt>
        <dd className="egnyte-place">
          <Icon as={Folder} size="s" />
          <bdi>{state.egnytedirectory || t('egnyte.noFolder')}</bdi>
        </dd>
        <dd className="egnyte-end">{children}</dd>
      </div>
      <div>
        <dd>
          <Checkbox
            aria-describedby="egnyte-writable"
            checked={active ?? state.egnyteisactive === '1'}
            disabled={!state.directoryIsWriteable}
            onChange={(event) => onActive(event.target.checked)}
          >
            {t('egnyte.active')}
          </Checkbox>
          <p className="meta egnyte-hint" id="egnyte-writable">
            {t(hint)}
          </p>
        </dd>
      </div>
    </dl>
  );
}
