import './egnyte.css';
import { useTranslation } from 'react-i18next';
import { Unplug } from 'lucide-react';
import { useBrand } from '#web/kit/brand.ts';
import { useHotkeys } from '#web/kit/hotkeys.ts';
import { useDraft } from '#web/kit/use-draft.ts';
import { useUnsaved } from '#web/kit/use-unsaved.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { PreferenceFrame } from '../preference-frame.tsx';
import { StorageDeliveries } from '../storage/storage-deliveries.tsx';
import { useCopies } from '../storage/use-copies.ts';
import { EgnyteConnected } from './egnyte-connected.tsx';
import { EgnyteConnect } from './egnyte-connect.tsx';
import { useEgnyte } from './use-egnyte.ts';

/** Cloud storage: connects Egnyte, selects the folder, switches copies (EGU-01 to EGU-12); only its brand (EGU-25). */
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
  const copies = useCopies('egnyte');
  const egnyte = useEgnyte(copies.reload);
  const { state, busy } = egnyte;
  const draft = useDraft({ active: state.egnyteisactive === '1', ...copies.state });
  useUnsaved(state.isConnected && draft.unsaved);
  const canSave = state.isConnected && state.directoryIsWriteable && !busy;
  const save = async () => {
    const { active: _, ...naming } = draft.changes;
    await draft.save(() => egnyte.save(state.egnytedirectory, draft.values.active, naming));
  };
  useHotkeys([{ code: 'Enter', run: () => void (canSave && save()) }]);
  const buttons = (
    <div className="egnyte-actions">
      <Button icon={Unplug} onClick={egnyte.disconnect} variant="danger-quiet">
        {t('egnyte.disconnect')}
      </Button>
      <Button
        busy={busy}
        busyLabel={t('preferences.saving')}
        disabled={!state.directoryIsWriteable}
        onClick={() => void save()}
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
      <div className="egnyte">
        {state.isConnected ? (
          <EgnyteConnected copies={copies} draft={draft.changes} egnyte={egnyte} onChange={draft.change} />
        ) : (
          <EgnyteConnect copies={copies} egnyte={egnyte} />
        )}
        {state.isConnected && <StorageDeliveries copies={copies} />}
      </div>
    </PreferenceFrame>
  );
}
