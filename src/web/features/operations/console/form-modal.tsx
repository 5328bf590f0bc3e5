import { useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { FormModal as KitModal } from '#web/kit/form-modal.tsx';
import { useDialogSave } from '#web/kit/use-dialog-save.ts';
import { Button } from '#web/ui/button.tsx';
import type { ButtonProps } from '#web/ui/button.tsx';
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
  const { title, submit, variant, complete, onSubmit, onClose, children } = props;
  const { t } = useTranslation();
  const { busy, save } = useDialogSave(onClose);
  return (
    <KitModal
      busy={busy}
      checked
      className="oc-form"
      cross={false}
      keep={t('operator.keep')}
      onClose={onClose}
      onSubmit={() => void save(onSubmit)}
      ready={complete}
      submit={submit}
      title={title}
      variant={variant}
    >
      {children}
    </KitModal>
  );
}
