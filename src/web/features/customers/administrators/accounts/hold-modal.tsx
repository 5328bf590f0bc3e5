import { useId, useState } from 'react';
import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { HOLD_REASON_MAX, holdReason } from '#contract/customers/legal-hold.ts';
import { Button } from '#web/ui/button.tsx';
import { focusFirstField, Modal } from '#web/ui/modal.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import type { AccountHold } from './use-legal-hold.ts';

/** Asks for the reason of a legal hold. */
export function HoldModal(props: { held: AccountHold; onClose: () => void }) {
  const { held, onClose } = props;
  const { t } = useTranslation();
  const id = useId();
  const [reason, setReason] = useState('');
  const [busy, setBusy] = useState(false);
  const valid = holdReason.safeParse(reason).success;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!valid || busy) return;
    setBusy(true);
    const error = await held.place(reason);
    setBusy(false);
    if (error === null) onClose();
  };
  return (
    <Modal
      closeLabel={t('app.close')}
      footer={
        <>
          <Button onClick={onClose}>{t('app.cancel')}</Button>
          <Button busy={busy} disabled={!valid} form={id} type="submit" variant="primary">
            {t('multifax.hold.place')}
          </Button>
        </>
      }
      onClose={onClose}
      open
      title={t('multifax.hold.placeTitle')}
    >
      <form id={id} noValidate onSubmit={(event) => void submit(event)} ref={focusFirstField}>
        <TextField
          autoComplete="off"
          hint={t('multifax.hold.reasonHint')}
          label={t('multifax.hold.reason')}
          maxLength={HOLD_REASON_MAX}
          name="reason"
          onChange={(event) => setReason(event.target.value)}
          required
          value={reason}
        />
      </form>
    </Modal>
  );
}
