import { useId } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#web/ui/button.tsx';
import { focusFirstField, Modal } from '#web/ui/modal.tsx';

/** A form in a dialog. Its last button or Enter submits it, and the first field has the focus. */
export function FormModal(props: {
  title: string;
  size?: 'xl';
  /** The text of the button that submits. */
  submit: string;
  variant?: 'danger' | undefined;
  busy: boolean;
  busyLabel?: string;
  /** Whether the form can be submitted. */
  ready?: boolean;
  onSubmit: () => void;
  onClose: () => void;
  /** The text of the button that closes, if it is not «Cancel». */
  keep?: string;
  /** What Escape and clicks outside do, if they do not close at once. */
  onLeave?: () => void;
  /** Whether the header also has a button that closes. */
  cross?: boolean;
  className?: string;
  /** Whether the browser checks the fields. */
  checked?: boolean;
  children: ReactNode;
}) {
  const { title, size = 'md', submit, variant = 'primary', busy, ready = true, onSubmit, onClose } = props;
  const { cross = true, checked = false } = props;
  const { t } = useTranslation();
  const id = useId();
  return (
    <Modal
      {...(cross && { closeLabel: t('app.close') })}
      footer={
        <>
          <Button onClick={onClose}>{props.keep ?? t('app.cancel')}</Button>
          <Button
            busy={busy}
            {...(props.busyLabel !== undefined && { busyLabel: props.busyLabel })}
            disabled={!ready}
            form={id}
            type="submit"
            variant={variant}
          >
            {submit}
          </Button>
        </>
      }
      onClose={props.onLeave ?? onClose}
      open
      size={size}
      title={title}
    >
      <form
        className={props.className}
        id={id}
        noValidate={!checked}
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit();
        }}
        ref={focusFirstField}
      >
        {props.children}
      </form>
    </Modal>
  );
}
