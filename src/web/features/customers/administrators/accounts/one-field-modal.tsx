import { useId } from 'react';
import type { FormEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useDialogSave } from '#web/kit/use-dialog-save.ts';
import { Button } from '#web/ui/button.tsx';
import { focusFirstField, Modal } from '#web/ui/modal.tsx';

/** Asks for one value; Enter submits it if it is valid. Closes if `onSubmit` returns null, which means success. */
export function OneFieldModal(props: {
  title: string;
  action: string;
  valid: boolean;
  onSubmit: () => Promise<unknown>;
  onClose: () => void;
  children: ReactNode;
}) {
  const { title, action, valid, onSubmit, onClose, children } = props;
  const { t } = useTranslation();
  const id = useId();
  const { busy, save } = useDialogSave(onClose);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (valid) void save(async () => (await onSubmit()) === null);
  };
  return (
    <Modal
      closeLabel={t('app.close')}
      footer={
        <>
          <Button onClick={onClose}>{t('app.cancel')}</Button>
          <Button busy={busy} disabled={!valid} form={id} type="submit" variant="primary">
            {action}
          </Button>
        </>
      }
      onClose={onClose}
      open
      title={title}
    >
      <form id={id} noValidate onSubmit={submit} ref={focusFirstField}>
        {children}
      </form>
    </Modal>
  );
}
