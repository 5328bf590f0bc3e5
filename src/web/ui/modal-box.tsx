import './modal.css';
import type { ReactNode } from 'react';
import { X } from 'lucide-react';
import { Dialog } from 'react-aria-components/Dialog';
import { Heading } from 'react-aria-components/Heading';
import { Modal as AriaModal, ModalOverlay } from 'react-aria-components/Modal';
import { IconButton } from './icon-button.tsx';

/** The content of a modal, and how to close it. */
export interface ModalProps {
  open: boolean;
  onClose: () => void;
  title: string;
  children: ReactNode;
  footer?: ReactNode;
  /** 480, 520, 640 or 1120 px wide. */
  size?: 'md' | 'lg' | 'xl' | 'sheet';
  /** The name of the close button; omitted if the footer already has a button that closes the modal. */
  closeLabel?: string;
  /** Whether it is an alert dialog: it interrupts, and a click outside does not close it. */
  alert?: boolean;
}

/** The markup of Modal; modal.tsx describes and loads it. */
export function ModalBox(props: ModalProps) {
  const { open, onClose, title, children, footer, size = 'md', closeLabel, alert = false } = props;
  return (
    <ModalOverlay
      className="scrim"
      isDismissable={!alert}
      isOpen={open}
      onOpenChange={(next) => {
        if (!next) onClose();
      }}
    >
      <AriaModal className="modal" data-modal data-size={size}>
        <Dialog className="modal-box" role={alert ? 'alertdialog' : 'dialog'}>
          <header>
            <Heading className="modal-title" level={2} slot="title">
              {title}
            </Heading>
            {closeLabel !== undefined && (
              <IconButton icon={X} label={closeLabel} onPress={onClose} size="sm" />
            )}
          </header>
          <div className="modal-body">{children}</div>
          {footer !== undefined && <footer>{footer}</footer>}
        </Dialog>
      </AriaModal>
    </ModalOverlay>
  );
}
