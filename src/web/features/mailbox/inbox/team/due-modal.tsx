import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDialogSave } from '#web/kit/use-dialog-save.ts';
import { Button } from '#web/ui/button.tsx';
import { Modal, focusFirstField } from '#web/ui/modal.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { dayFromNow } from '#web/shared/mailbox/team/work-words.ts';

export interface DueModalProps {
  due: string | null;
  /** Says what stands in the way; false: the day was not set. */
  onDue: (due: string, say: (fault: string) => void) => Promise<boolean>;
  onClose: () => void;
}

/** Asks for a day. */
export function DueModal({ due, onDue, onClose }: DueModalProps) {
  const { t } = useTranslation();
  const [day, setDay] = useState(due ?? dayFromNow(0));
  const { busy, error, say, save } = useDialogSave(onClose);
  return (
    <Modal
      footer={
        <>
          <Button onClick={onClose} variant="quiet">
            {t('app.cancel')}
          </Button>
          <Button
            busy={busy}
            busyLabel={t('team.saving')}
            disabled={!/^2\d{3}-/u.test(day)}
            form="due-day"
            type="submit"
            variant="primary"
          >
            {t('team.setDue')}
          </Button>
        </>
      }
      onClose={onClose}
      open
      title={t('team.due')}
    >
      <form
        id="due-day"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void save(async () => await onDue(day, say));
        }}
        ref={focusFirstField}
      >
        <TextField
          error={error}
          label={t('team.day')}
          onChange={(event) => {
            setDay(event.target.value);
            say(undefined);
          }}
          type="date"
          value={day}
        />
      </form>
    </Modal>
  );
}
