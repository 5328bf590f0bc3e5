import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatFaxNumber } from '#contract/kit/fax-number.ts';
import { editNumber } from '#contract/faxes/queue.ts';
import { callApi } from '#web/kit/call-api.ts';
import { FormModal } from '#web/kit/form-modal.tsx';
import { useDialogSave } from '#web/kit/use-dialog-save.ts';
import { growl } from '#web/ui/growl-store.ts';
import { TextField } from '#web/ui/text-field.tsx';
import type { ActiveJob } from './active-job.ts';

/** Asks for another number of a waiting fax; the server's objections appear below the field, and typed text stays. */
export function EditNumber(props: { job: ActiveJob; onClose: () => void; onDone: () => void }) {
  const { job, onClose, onDone } = props;
  const { t } = useTranslation();
  const [number, setNumber] = useState(formatFaxNumber(job.to_faxnumber) ?? job.to_faxnumber);
  const { error, busy, say, save } = useDialogSave(onClose);
  const edit = async () => {
    try {
      const { data } = await callApi(editNumber, { body: { jobid: job.jobid, destination: number } });
      growl.success(t('inbox.outbox.edited', { number: formatFaxNumber(data.to_faxnumber) }));
    } finally {
      onDone();
    }
  };
  return (
    <FormModal
      busy={busy}
      onClose={onClose}
      onSubmit={() => {
        if (number.trim() !== '') void save(edit, t('app.unreachable'));
      }}
      ready={number.trim() !== ''}
      submit={t('inbox.outbox.editSave')}
      title={t('inbox.outbox.editTitle')}
    >
      <TextField
        autoComplete="off"
        dir="ltr"
        error={error}
        hint={t('inbox.outbox.editHint')}
        inputMode="tel"
        label={t('inbox.outbox.number')}
        maxLength={40}
        numeric
        onChange={(event) => {
          setNumber(event.target.value);
          say(undefined);
        }}
        value={number}
      />
    </FormModal>
  );
}
