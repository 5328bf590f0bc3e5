import '#web/ui/modal.css';
import './drawer.css';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { X } from 'lucide-react';
import { Dialog } from 'react-aria-components/Dialog';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { IconButton } from '#web/ui/icon-button.tsx';
import { BrandMark } from './brand-mark.tsx';

/** Whether the side menu is open, and its content. */
export interface DrawerFrameProps {
  open: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** The markup of the side menu; drawer-frame.tsx describes and loads it. */
export function DrawerBox(props: DrawerFrameProps) {
  const { open, onClose, children } = props;
  const { t } = useTranslation();
  return (
    <ModalOverlay
      className="scrim drawer-scrim"
      isDismissable
      isOpen={open}
      onOpenChange={(next) => !next && onClose()}
    >
      <Modal className="drawer" data-modal>
        <Dialog aria-label={t('shell.menu')} className="drawer-box">
          <div className="drawer-head">
            <BrandMark place="header" />
            <IconButton icon={X} label={t('app.close')} onPress={onClose} size="touch" />
          </div>
          {children}
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
