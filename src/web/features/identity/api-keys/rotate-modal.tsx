import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApiKeyEntry } from '#contract/identity/api-keys.ts';
import { MAX_OVERLAP_HOURS } from '#contract/v1/keys.ts';
import { FormModal } from '#web/kit/form-modal.tsx';
import { useDialogSave } from '#web/kit/use-dialog-save.ts';
import { Select } from '#web/ui/select.tsx';

const DAY_HOURS = 24;
const OVERLAPS = [0, 1, DAY_HOURS, 2 * DAY_HOURS, MAX_OVERLAP_HOURS];

/** Asks how long the old secret should keep working. */
export function RotateModal(props: {
  row: ApiKeyEntry;
  onRotate: (overlapHours: number) => Promise<void>;
  onClose: () => void;
}) {
  const { row, onRotate, onClose } = props;
  const { t } = useTranslation();
  const [hours, setHours] = useState(DAY_HOURS);
  const { busy, error, say, save } = useDialogSave(onClose);
  return (
    <FormModal
      busy={busy}
      className="ak-form"
      onClose={onClose}
      onSubmit={() => void save(async () => await onRotate(hours), t('apiKeys.failed'))}
      submit={t('apiKeys.rotate')}
      title={t('apiKeys.rotateTitle', { name: row.name })}
    >
      <p>{t('apiKeys.rotateText')}</p>
      <Select
        error={error}
        label={t('apiKeys.overlap')}
        onChange={(event) => {
          setHours(Number(event.target.value));
          say(undefined);
        }}
        options={OVERLAPS.map((one) => ({
          value: String(one),
          label: one === 0 ? t('apiKeys.overlapNone') : t('apiKeys.overlapHours', { n: one }),
        }))}
        value={String(hours)}
      />
    </FormModal>
  );
}
