import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { HOLD_REASON_MAX, holdReason } from '#contract/customers/legal-hold.ts';
import { TextField } from '#web/ui/text-field.tsx';
import { OneFieldModal } from './one-field-modal.tsx';
import type { AccountHold } from './use-legal-hold.ts';

/** Asks for the reason of a legal hold. */
export function HoldModal(props: { held: AccountHold; onClose: () => void }) {
  const { held, onClose } = props;
  const { t } = useTranslation();
  const [reason, setReason] = useState('');
  return (
    <OneFieldModal
      action={t('multifax.hold.place')}
      onClose={onClose}
      onSubmit={async () => await held.place(reason)}
      title={t('multifax.hold.placeTitle')}
      valid={holdReason.safeParse(reason).success}
    >
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
    </OneFieldModal>
  );
}
