import { useId, useState } from 'react';
import type { FormEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useDialogSave } from '#web/kit/use-dialog-save.ts';
import { Button } from '#web/ui/button.tsx';
import type { ButtonProps } from '#web/ui/button.tsx';
import { Modal, focusFirstField } from '#web/ui/modal.tsx';
import { May } from './may.tsx';
import type { Call } from '#contract/kit/call.ts';

/** A button with its dialog. */
export function DialogButton(props: {
  /** The call that the dialog makes; operators whose role does not allow it do not see the button. */
  call: Call;
  label: string;
  size?: ButtonProps['size'];
  variant?: ButtonProps['variant'];
  children: (close: () => void) => ReactNode;
}) {
  const [open, setOpen] = useState(false);
  const { label, size = 'sm', variant = 'secondary' } = props;
  return (
    <May call={props.call}>
      <Button onClick={() => setOpen(true)} size={size} variant={variant}>
        {label}
      </Button>
      {open && props.children(() => setOpen(false))}
    </May>
  );
}

/** A form over the page; it closes when `onSubmit` returns true. */
export function FormModal(props: {
  title: string;
  submit: string;
  variant?: 'danger';
  /** Whether everything is there that is needed. */
  complete: boolean;
  onSubmit: () => Promise<boolean>;
  onClose: () => void;
  children: ReactNode;
}) {
  const { title, submit, variant = 'primary', complete, onSubmit, onClose, children } = props;
  const { t } = useTranslation();
  const form = useId();
  const { busy, save } = useDialogSave(onClose);
  const send = (event: FormEvent) => {
    event.preventDefault();
    void save(onSubmit);
  };
  return (
    <Modal
      footer={
        <>
          <Button onClick={onClose}>{t('operator.keep')}</Button>
          <Button busy={busy} disabled={!complete} form={form} type="submit" variant={variant}>
            {submit}
          </Button>
        </>
      }
      onClose={onClose}
      open
      title={title}
    >
      <form className="oc-form" id={form} onSubmit={send} ref={focusFirstField}>
        {children}
      </form>
    </Modal>
  );
}
