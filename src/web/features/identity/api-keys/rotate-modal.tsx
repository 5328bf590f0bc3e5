import { useState } from 'react';
import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApiKeyEntry } from '#contract/identity/api-keys.ts';
import { MAX_OVERLAP_HOURS } from '#contract/v1/keys.ts';
import { Button } from '#web/ui/button.tsx';
import { Modal } from '#web/ui/modal.tsx';
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
  const [busy, setBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    await onRotate(hours);
  };
  return (
    <Modal
      closeLabel={t('app.close')}
      footer={
        <>
          <Button onClick={onClose}>{t('app.cancel')}</Button>
          <Button busy={busy} form="rotate-key" type="submit" variant="primary">
            {t('apiKeys.rotate')}
          </Button>
        </>
      }
      onClose={onClose}
      open
      title={t('apiKeys.rotateTitle', { name: row.name })}
    >
      <form className="ak-form" id="rotate-key" onSubmit={(event) => void submit(event)}>
        <p>{t('apiKeys.rotateText')}</p>
        <Select
          label={t('apiKeys.overlap')}
          onChange={(event) => setHours(Number(event.target.value))}
          options={OVERLAPS.map((one) => ({
            value: String(one),
            label: one === 0 ? t('apiKeys.overlapNone') : t('apiKeys.overlapHours', { n: one }),
          }))}
          value={String(hours)}
        />
      </form>
    </Modal>
  );
}
