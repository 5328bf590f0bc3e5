import type { ReactNode } from 'react';
import { FormModal } from '#web/kit/form-modal.tsx';
import { useDialogSave } from '#web/kit/use-dialog-save.ts';

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
  const { busy, save } = useDialogSave(onClose);
  const submit = () => {
    if (valid) void save(async () => (await onSubmit()) === null);
  };
  return (
    <FormModal busy={busy} onClose={onClose} onSubmit={submit} ready={valid} submit={action} title={title}>
      {children}
    </FormModal>
  );
}
