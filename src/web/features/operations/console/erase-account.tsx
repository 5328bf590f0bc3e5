import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { operatorAccountErase } from '#contract/customers/accounts.admin.ts';
import { TextField } from '#web/ui/text-field.tsx';
import { useAction } from './console-query.ts';
import { DialogButton, FormModal } from './form-modal.tsx';

/** A button with its question: removes everything of a closed account permanently. The audit log keeps the reason. */
export function EraseAccount({ uid }: { uid: string }) {
  const { t } = useTranslation();
  return (
    <DialogButton call={operatorAccountErase} label={t('operator.account.erase.verb')} variant="danger-quiet">
      {(close) => <EraseForm onClose={close} uid={uid} />}
    </DialogButton>
  );
}

function EraseForm({ uid, onClose }: { uid: string; onClose: () => void }) {
  const { t } = useTranslation();
  const act = useAction();
  const [reason, setReason] = useState('');
  const submit = async () => {
    const report = await act(
      operatorAccountErase,
      { id: uid, reason },
      {
        done: ({ removed, files }) =>
          t('operator.account.erase.done', {
            rows: removed.reduce((sum, { count }) => sum + count, 0),
            files,
          }),
      },
    );
    return report !== null;
  };
  return (
    <FormModal
      complete={reason.trim() !== ''}
      onClose={onClose}
      onSubmit={submit}
      submit={t('operator.account.erase.verb')}
      title={t('operator.account.erase.ask', { uid })}
    >
      <p>{t('operator.account.erase.text')}</p>
      <TextField
        hint={t('operator.account.erase.reasonHint')}
        label={t('operator.account.erase.reason')}
        maxLength={500}
        onChange={(event) => setReason(event.target.value)}
        required
        value={reason}
      />
    </FormModal>
  );
}
